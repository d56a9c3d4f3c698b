import { describe, expect, test } from "vitest";
import { aliasRoutes, articleRoutes, isScreen, protectedRoutes, publicRoutes } from "./routes.ts";

describe("the screens of spec §2", () => {
  test("are 25 public ones, eight articles, four aliases and six protected ones", () => {
    expect([publicRoutes, articleRoutes, Object.keys(aliasRoutes), protectedRoutes].map((list) => list.length)).toEqual(
      [25, 8, 4, 6],
    );
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
  ])("%s is one, with or without a slash at its end", (path) => {
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
  ])("%s is none", (path) => {
    expect(isScreen(path)).toBe(false);
  });
});
