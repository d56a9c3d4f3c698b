import { readFileSync } from "node:fs";
import { aliasRoutes, articleRoutes, isScreen, protectedRoutes, publicRoutes } from "@blueprint/contract/routes";
import { describe, expect, test } from "vitest";

/** Paths in the generated tree: the router handles exactly these. */
function readRouteTree(): readonly string[] {
  const tree = readFileSync(new URL("./route-tree.gen.ts", import.meta.url), "utf8");
  const block = /export interface FileRoutesByTo \{([^}]*(?:\{-\$\w+\}[^}]*)*)\n\}/.exec(tree)?.[1] ?? "";
  return [...block.matchAll(/"([^"]+)":/g)].map(([, path]) => path as string);
}

describe("the screens that the server serves", () => {
  test("are exactly the browser's", () => {
    const known = [...publicRoutes, ...articleRoutes, ...Object.keys(aliasRoutes), ...protectedRoutes];
    expect([...readRouteTree()].sort()).toEqual(known.sort());
  });

  test("each respond with their page, any other address with status 404", () => {
    for (const path of [...publicRoutes, ...articleRoutes, "/go/", "/blog/retail-os/", "/blueprint-editor/abc"])
      expect(isScreen(path), path).toBe(true);
    for (const path of ["/blog/bakery-os", "/blog/retail-os/x", "/embed", "/embed/other", "/pricing2", "/-go"])
      expect(isScreen(path), path).toBe(false);
  });
});
