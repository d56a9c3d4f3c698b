/** Screens of the product by path (spec §2). The server responds to any other path with status 404. */
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

/** One article for each kind of place (spec §2). */
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

/** Aliases of screens; they keep the query string (spec §2). */
export const aliasRoutes = {
  "/sign-in": "/login",
  "/create-account": "/login",
  "/off-waitlist-signup": "/onboarding",
  "/outbound-signup": "/onboarding",
} as const;

/** Screens that require a signed-in person with a loaded profile. `$id` matches one segment; `{-$id}` is optional. */
export const protectedRoutes = [
  "/create-blueprint",
  "/dashboard",
  "/profile",
  "/blueprint-editor/{-$id}",
  "/BlueprintEditor/{-$id}",
  "/blueprints/$id/ai-studio",
] as const;

/** Whether a path is a screen. Trailing slashes do not matter. */
export function isScreen(path: string): boolean {
  const parts = path.replace(/\/+$/, "").split("/");
  return [...publicRoutes, ...articleRoutes, ...Object.keys(aliasRoutes), ...protectedRoutes].some((route) => {
    const wanted = (route === "/" ? "" : route).split("/");
    if (parts.length > wanted.length) return false;
    return wanted.every((part, index) => {
      const given = parts[index];
      if (part === "{-$id}") return given !== "";
      return part.startsWith("$") ? given !== undefined && given !== "" : given === part;
    });
  });
}
