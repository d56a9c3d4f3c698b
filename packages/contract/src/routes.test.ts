import { describe, expect, test } from "vitest";
import { aliasRoutes, articleRoutes, isScreen, protectedRoutes, publicRoutes } from "./routes.ts";

describe("the screens of spec §2", () => {
  // Copied from the specification, to the letter, not from the code's own list.
  test("are these public ones", () => {
    expect(publicRoutes).toEqual([
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
    ]);
  });

  test("are these eight articles", () => {
    expect(articleRoutes).toEqual([
      "/blog/warehouse-os",
      "/blog/retail-os",
      "/blog/property-os",
      "/blog/museum-os",
      "/blog/hospitality-os",
      "/blog/restaurant-os",
      "/blog/workplace-os",
      "/blog/robotics-os",
    ]);
  });

  test("have these aliases", () => {
    expect(aliasRoutes).toEqual({
      "/sign-in": "/login",
      "/create-account": "/login",
      "/off-waitlist-signup": "/onboarding",
      "/outbound-signup": "/onboarding",
    });
  });

  test("are these protected ones", () => {
    expect(protectedRoutes).toEqual([
      "/create-blueprint",
      "/dashboard",
      "/profile",
      "/blueprint-editor/{-$id}",
      "/BlueprintEditor/{-$id}",
      "/blueprints/$id/ai-studio",
    ]);
  });

  test.each([
    ...publicRoutes,
    ...articleRoutes,
    ...Object.keys(aliasRoutes),
    "/create-blueprint",
    "/dashboard",
    "/profile",
    "/blueprint-editor",
    "/blueprint-editor/7",
    "/BlueprintEditor",
    "/BlueprintEditor/7",
    "/blueprints/7/ai-studio",
  ])("%s is one, with or without a trailing slash", (path) => {
    expect([isScreen(path), isScreen(`${path}/`)]).toEqual([true, true]);
  });

  test.each([
    "/nowhere",
    "/Pricing",
    "/pricing/more",
    "/blog/unknown-os",
    "/blueprint-editor/7/8",
    "/blueprint-editor//7",
    "/blueprints",
    "/blueprints/7",
    "/blueprints//ai-studio",
    "/blueprints/7/ai-studio/more",
    "/blueprints/7/8/ai-studio",
    "//pricing",
  ])("%s is not one", (path) => {
    expect(isScreen(path)).toBe(false);
  });
});
