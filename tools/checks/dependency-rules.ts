import type { IForbiddenRuleType, IRegularForbiddenRuleType } from "dependency-cruiser";

type ForbiddenRule = IRegularForbiddenRuleType;

const tests = "(\\.(test|large)\\.tsx?$|/testing/)";
const server = "^apps/server/src";
const web = "^apps/web/src";

/** A web feature may import another one only if one is part of the other's screen. */
const webFeaturePairs = [
  { from: "editor", to: "viewer" },
  { from: "demo", to: "viewer" },
  { from: "visits", to: "viewer" },
];

function forbid(name: string, comment: string, from: ForbiddenRule["from"], to: ForbiddenRule["to"]): ForbiddenRule {
  return { name, comment, severity: "error", from, to } as ForbiddenRule;
}

/** The allowed directions of imports. Every rule has its canary in `dependency-canaries.ts`. */
export const dependencyRules: ForbiddenRule[] = [
  forbid("resolvable", "Every import leads to a file.", {}, { couldNotResolve: true }),

  forbid("main-is-the-end", "Nothing imports the server's start.", { path: "." }, { path: `${server}/main\\.ts$` }),
  forbid(
    "features-know-no-app",
    "The app knows its features, never the other way round.",
    { path: `${server}/(features|platform|db)/`, pathNot: tests },
    { path: `${server}/app\\.ts$` },
  ),
  forbid(
    "platform-knows-no-feature",
    "The platform serves any product.",
    { path: `${server}/platform/`, pathNot: tests },
    { path: `${server}/features/` },
  ),
  forbid(
    "db-knows-nobody-above",
    "The schema stands at the bottom.",
    { path: `${server}/db/`, pathNot: `(${tests}|/db/seed\\.ts$)` },
    { path: `${server}/(features|platform)/` },
  ),
  forbid(
    "server-features-meet-at-services",
    "Another feature is used through its service or its policy.",
    { path: `${server}/features/([^/]+)/`, pathNot: tests },
    { path: `${server}/features/[^/]+/`, pathNot: [`${server}/features/$1/`, "\\.(service|policy)\\.ts$"] },
  ),
  forbid(
    "only-repositories-query",
    "Queries live in repositories. The job queue is part of the database, and the read path prepares their statements.",
    // better-auth queries through its own adapter, which gets the tables from people/auth.ts.
    {
      path: `${server}/`,
      pathNot: `(\\.repository\\.ts$|${server}/(db|platform/(jobs|read-path))/|${server}/features/people/auth\\.ts$|${tests})`,
    },
    // A row's type is no query.
    { path: `(node_modules/drizzle-orm/|${server}/db/schema/)`, dependencyTypesNot: ["type-only"] },
  ),

  forbid(
    "lib-is-the-bottom",
    "lib knows nothing of the product's screens.",
    { path: `${web}/lib/` },
    { path: `${web}/(ui|features|routes)/` },
  ),
  forbid(
    "ui-fits-any-product",
    "ui could ship in a different product.",
    { path: `${web}/ui/` },
    { path: `${web}/(features|routes)/` },
  ),
  forbid(
    "web-features-know-no-route",
    "Routes compose features.",
    { path: `${web}/features/` },
    { path: `${web}/routes/` },
  ),
  forbid(
    "web-features-meet-in-routes",
    "Two features are put together by a route.",
    {
      path: `${web}/features/([^/]+)/`,
      pathNot: webFeaturePairs.map(({ from }) => `${web}/features/${from}/`),
    },
    { path: `${web}/features/[^/]+/`, pathNot: `${web}/features/$1/` },
  ),
  ...webFeaturePairs.map(({ from, to }) =>
    forbid(
      `web-feature-${from}-uses-${to}-only`,
      `${from} may use ${to}, and no other feature.`,
      { path: `${web}/features/${from}/` },
      { path: `${web}/features/[^/]+/`, pathNot: `${web}/features/(${from}|${to})/` },
    ),
  ),
  forbid(
    "viewer-rooms-are-private",
    "Other screens use the viewer by the files that stand in its folder itself.",
    { path: `${web}/`, pathNot: `${web}/features/viewer/` },
    { path: `${web}/features/viewer/[^/]+/` },
  ),

  forbid(
    "embed-element-stands-alone",
    "Other sites load it: it brings nothing of the app's screens along.",
    { path: `${web}/embed/` },
    { path: `${web}/(routes|features|ui|styles|[a-z-]+\\.tsx?$)` },
  ),

  forbid("web-knows-no-server", "They meet in the contract.", { path: "^apps/web/" }, { path: "^apps/server/" }),
  forbid("server-knows-no-web", "They meet in the contract.", { path: "^apps/server/" }, { path: "^apps/web/" }),
  forbid("packages-know-no-app", "Apps use packages.", { path: "^packages/" }, { path: "^(apps|e2e|tools|bench)/" }),
  forbid(
    "no-react-in-shared-packages",
    "They run on the server too.",
    { path: "^packages/(contract|scene|uploads)/", pathNot: tests },
    { path: "node_modules/(react|react-dom|@react-three)/" },
  ),
  forbid(
    "no-node-in-shared-packages",
    "They run in the browser too.",
    { path: "^packages/(contract|scene|uploads)/", pathNot: tests },
    { dependencyTypes: ["core"] },
  ),
  forbid(
    "testing-is-for-tests",
    "What ships imports nothing that only tests need.",
    { path: "^(apps|packages)/", pathNot: tests },
    { path: "^(apps|packages)/.*/testing/" },
  ),
  forbid("tests-import-no-test", "A test file is nobody's library.", { path: "." }, { path: "\\.test\\.tsx?$" }),
];

/** Tests of a feature may use any other. */
export const isTest = (path: string): boolean => new RegExp(tests).test(path);

/**
 * Judged on folders and without tests: a cycle of features need not be one of files. Who reacts to another feature
 * listens to its events; what both need stands below them.
 */
export const featureCycleRule: IForbiddenRuleType = {
  name: "server-features-form-no-cycle",
  comment: "No feature needs itself through others.",
  severity: "error",
  scope: "folder",
  from: { path: `${server}/features/[^/]+$` },
  to: { path: `${server}/features/[^/]+$`, circular: true },
} as IForbiddenRuleType;
