import { expect, test } from "vitest";
import { findWrongNames, isFound, listReexports } from "./source-checks.ts";

test.each([
  "apps/server/src/features/teams/teams.helpers.ts",
  "apps/server/src/features/teams/teams.controller.ts",
  "apps/server/src/features/teams/roles/roles.service.ts",
  "apps/web/src/lib/utils.ts",
  "apps/web/src/features/scans/index.ts",
  "packages/scans/src/types.ts",
  "packages/scans/src/common/bounds.ts",
])("%s is refused", (path) => {
  expect(findWrongNames([path])).not.toEqual([]);
});

test.each([
  "apps/server/src/features/teams/teams.service.ts",
  "apps/server/src/features/scans/scan-conversion.jobs.ts",
  "apps/server/src/features/teams/teams.policy.test.ts",
  "apps/server/src/features/blueprints/slug.ts",
  "apps/web/src/routes/index.tsx",
  "apps/web/src/features/scans/preflight.ts",
  "README.md",
])("%s is accepted", (path) => {
  expect(findWrongNames([path])).toEqual([]);
});

test.each(["color: #fff;", 'fill="#12AB34"', "background: rgb(1 2 3)", "new Color(0xff8800)", "oklch(0.5 0.1 20)"])(
  "the colour in %s is found",
  (line) => {
    expect(isFound("colour", line)).toBe(true);
  },
);

test.each(['href="#main"', "color: var(--text)", '"#" + slug', "rgb(var(--accent))", 'to="/help#faq"'])(
  "%s contains no colour",
  (line) => {
    expect(isFound("colour", line)).toBe(false);
  },
);

test("unfinished lines are found, but not words that only contain the markers", () => {
  expect(isFound("leftover", `// ${"TO" + "DO"} later`)).toBe(true);
  expect(isFound("leftover", `${"test"}.only("x", () => {})`)).toBe(true);
  expect(isFound("leftover", "const hackathon = 1;")).toBe(false);
});

test.each([
  "    queryFn: ({ signal }) => api(listTasks, {}, { signal }),",
  "  refetchInterval: 5_000,",
  '  refetchOnMount: "always",',
  "fetchQuery({ ...meQuery, staleTime: 0 })",
])("query options of its own are found: %s", (line) => {
  expect(isFound("reading", line)).toBe(true);
});

test("a query with the default options is accepted", () => {
  expect(isFound("reading", "  return dataQuery(listTasks, { params: { teamId } });")).toBe(false);
});

test.each([
  'import { findTeam, lockTeam } from "./teams.repository.ts";\n\nexport { lockTeam };',
  'export { lockTeam } from "./teams.repository.ts";',
  'import {\n  findTeam,\n  lockRow as lockTeam,\n} from "./teams.repository.ts";\nexport { lockTeam };',
])("a re-exported repository function is found: %s", (code) => {
  expect(listReexports(code)).toEqual(["lockTeam"]);
});

test.each([
  'import { type TeamRow, findTeam } from "./teams.repository.ts";\n\nexport type { TeamRow };',
  'import { findTeam } from "./teams.repository.ts";\nexport function getTeam() {}',
  'export { parseObjectName } from "./object-name.ts";',
])("is not a re-export: %s", (code) => {
  expect(listReexports(code)).toEqual([]);
});
