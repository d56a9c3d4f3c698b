import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rootDir } from "./checks/repository-files.ts";

const text = readFileSync(join(rootDir, "docs/security.md"), "utf8");

it("has a section for each of the seventeen chapters", () => {
  const chapters = [...text.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});

it("names files that exist", () => {
  const named = [...text.matchAll(/`((?:server|apps|packages|e2e|tools|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter((path) => !existsSync(join(rootDir, path.replace(/^server\//, "apps/server/src/"))));
  expect(missing).toEqual([]);
});
