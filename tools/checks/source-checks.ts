import { listRepositoryFiles, readRepositoryFile } from "./repository-files.ts";

const code = /(?<!\.gen)\.(ts|tsx|mjs|js|css)$/;
// <noun>.<role>.ts with a role of the closed vocabulary, or <what-it-is>.ts for logic without a role: such a file can
// neither query nor be used by another feature, because only repositories and services may.
const serverFeatureFile =
  /^apps\/server\/src\/features\/[a-z0-9-]+\/[a-z0-9-]+(\.(routes|service|repository|policy|jobs|mail|listener|extension))?(\.test)?\.ts$/;
const forbiddenWord = /((^|\/)(index|common|misc|types)|(^|[-./])(utils?|helpers?|managers?))\.(ts|tsx|mjs|js)$/;
const forbiddenFolder = /(^|\/)(utils?|helpers?|common|misc|types|managers?)\//;

/** Files whose name is misleading or meaningless. */
export function findWrongNames(paths: string[] = listRepositoryFiles()): string[] {
  const problems: string[] = [];
  for (const path of paths) {
    if (!code.test(path)) continue;
    // The router prescribes the names of file routes, and `node bench/<name>` looks for an index.js.
    const isNamedByTool = path.startsWith("apps/web/src/routes/") || /^bench\/[a-z0-9-]+\/index\.js$/.test(path);
    if (!isNamedByTool && (forbiddenWord.test(path) || forbiddenFolder.test(path))) {
      problems.push(`${path}: name it for what it holds`);
    }
    if (path.startsWith("apps/server/src/features/") && !path.includes("/testing/") && !serverFeatureFile.test(path)) {
      problems.push(
        `${path}: the roles of a server feature are routes, service, repository, policy, jobs, mail, listener, extension and test`,
      );
    }
  }
  return problems;
}

// Concatenated, so that this file does not match itself.
const leftovers = new RegExp(
  `\\b(${["TO" + "DO", "FIX" + "ME", "HA" + "CK", "X" + "XX"].join("|")})\\b|\\b(describe|test|it)\\.(only|todo)\\(|\\bdebugger;|@ts-(ignore|nocheck)`,
);

/** Lines marked as unfinished or disabled. */
export function findLeftovers(): string[] {
  return findLines((path) => code.test(path), leftovers);
}

const colour =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?=["'`;\s),\]])|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|color)\(\s*[\d.]|\b0x[0-9a-f]{6}\b/i;

/** Colour literals in the web app, outside the tokens that have a light and a dark value each. */
export function findColourLiterals(): string[] {
  const isToken = /^apps\/web\/src\/(.*\/)?([a-z-]+-)?tokens\.(css|ts)$/;
  return findLines(
    (path) => /^apps\/web\/src\/.*\.(css|ts|tsx)$/.test(path) && !isToken.test(path) && !/\.test\.tsx?$/.test(path),
    colour,
  );
}

const readingOfItsOwn = /\b(queryFn|staleTime|refetch(Interval|OnMount|OnWindowFocus|OnReconnect))\b/;
/** The rule itself, and queries that read from more than a path of our server. */
const readersOfTheirOwn = new Set([
  "apps/web/src/lib/query-client.ts",
  // Users without an invitation are signed out along the way.
  "apps/web/src/lib/session.ts",
  // A place with a password: the pass is sent in a body.
  "apps/web/src/features/viewer/place/published.queries.ts",
  // Files of the map and an external map service.
  "apps/web/src/features/blueprints/place-search.queries.ts",
  "apps/web/src/features/discover/service-places.queries.ts",
  // The browser itself has the answer.
  "apps/web/src/features/notifications/components/push-devices.tsx",
]);

/**
 * Queries that break spec §7 and §9: the default reads the path of the key, never goes stale, and never refetches by
 * itself.
 */
export function findReadingOfItsOwn(): string[] {
  const isProduct = (path: string) => /^apps\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
  return findLines((path) => isProduct(path) && !readersOfTheirOwn.has(path), readingOfItsOwn);
}

/** Services that hand a repository's functions on: what others may do has a name and a signature of its own. */
export function findReexportedRepositories(): string[] {
  return listRepositoryFiles()
    .filter((path) => /^apps\/server\/src\/.*\.(service|policy)\.ts$/.test(path))
    .flatMap((path) => listReexports(readRepositoryFile(path)).map((name) => `${path}: ${name} is a repository's`));
}

/** Values that a file imports from a repository and exports again. */
export function listReexports(code: string): string[] {
  const names = (list: string) =>
    list.split(",").flatMap((entry) => (/^type\b/.test(entry.trim()) ? [] : (/\w+$/.exec(entry.trim()) ?? [])));
  const imported = [...code.matchAll(/^import \{([^}]*)\} from "[^"]+\.repository\.ts";/gm)].flatMap(([, list = ""]) =>
    names(list),
  );
  const exported = [...code.matchAll(/^export \{([^}]*)\};/gm)].flatMap(([, list = ""]) => names(list));
  const passedOn = [...code.matchAll(/^export \{([^}]*)\} from "[^"]+\.repository\.ts";/gm)].flatMap(([, list = ""]) =>
    names(list),
  );
  return [...exported.filter((name) => imported.includes(name)), ...passedOn];
}

/** Decision records that are too long to be read. */
export function findLongDecisions(): string[] {
  const linesMax = 60;
  return listRepositoryFiles()
    .filter((path) => path.startsWith("docs/decisions/"))
    .flatMap((path) => {
      const problems: string[] = [];
      if (!/^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(path)) problems.push(`${path}: name it NNN-title.md`);
      const lines = readRepositoryFile(path).trimEnd().split("\n").length;
      if (lines > linesMax) problems.push(`${path}: ${lines} lines, at most ${linesMax}`);
      return problems;
    });
}

const patterns = { leftover: leftovers, colour, reading: readingOfItsOwn } as const;

/** Whether a line matches, for the tests of these patterns. */
export function isFound(kind: keyof typeof patterns, line: string): boolean {
  return patterns[kind].test(line);
}

function findLines(wants: (path: string) => boolean, pattern: RegExp): string[] {
  return listRepositoryFiles()
    .filter(wants)
    .flatMap((path) =>
      readRepositoryFile(path)
        .split("\n")
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
    );
}
