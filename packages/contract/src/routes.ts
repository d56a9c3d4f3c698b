/** Screens of the product by address (spec §2). The server answers any other address with status 404. */
export const publicRoutes = [
  "/",
  "/pricing",
  "/search",
  "/login",
  "/discover",
  "/how-it-works",
  "/onboarding",
  "/workspace",
  "/help",
  "/blog",
  "/manage-plan",
  "/team-members",
  "/settings",
  "/scanner-portal",
  "/accept-invite",
  "/pilot-program",
  "/go",
  "/webxr",
  "/privacy",
  "/terms",
  "/faq",
  "/venue-materials",
  "/embed/calendar",
  "/embed/dashboard",
  "/claim-blueprint",
] as const;

/** One for each kind of place (spec §2). */
export const articleRoutes = [
  "/blog/warehouse-os",
  "/blog/retail-os",
  "/blog/property-os",
  "/blog/museum-os",
  "/blog/hospitality-os",
  "/blog/restaurant-os",
  "/blog/workplace-os",
  "/blog/robotics-os",
] as const;

/** Other names of screens; they keep the query string (spec §2). */
export const aliasRoutes = {
  "/sign-in": "/login",
  "/create-account": "/login",
  "/off-waitlist-signup": "/onboarding",
  "/outbound-signup": "/onboarding",
} as const;

/** Screens that need a signed-in person whose profile is loaded. `{-$id}` may be left out. */
export const protectedRoutes = [
  "/create-blueprint",
  "/dashboard",
  "/profile",
  "/blueprint-editor/{-$id}",
  "/BlueprintEditor/{-$id}",
] as const;

/** Whether a path is a screen. Trailing slashes do not matter. */
export function isScreen(path: string): boolean {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return [...publicRoutes, ...articleRoutes, ...Object.keys(aliasRoutes), ...protectedRoutes].some((route) => {
    const optional = route.endsWith("/{-$id}");
    const base = optional ? route.slice(0, -"/{-$id}".length) : route;
    if (bare === base) return true;
    return optional && bare.startsWith(`${base}/`) && !bare.slice(base.length + 1).includes("/");
  });
}
