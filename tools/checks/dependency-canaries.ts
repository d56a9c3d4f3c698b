/**
 * For every rule, an import that breaks only that rule: `from` is created with an import of `to`, a file of the canary
 * tree or a package. A rule that misses its canary does not work.
 */
export const dependencyCanaries: { rule: string; from: string; to: string }[] = [
  { rule: "resolvable", from: "apps/web/src/lib/lost.ts", to: "a-package-that-does-not-exist" },
  { rule: "main-is-the-end", from: "apps/server/src/app.ts", to: "apps/server/src/main.ts" },
  {
    rule: "features-know-no-app",
    from: "apps/server/src/features/teams/teams.service.ts",
    to: "apps/server/src/app.ts",
  },
  {
    rule: "platform-knows-no-feature",
    from: "apps/server/src/platform/mail/send-mail.ts",
    to: "apps/server/src/features/people/users.service.ts",
  },
  { rule: "db-knows-nobody-above", from: "apps/server/src/db/migrate.ts", to: "apps/server/src/platform/clock.ts" },
  {
    rule: "server-features-meet-at-services",
    from: "apps/server/src/features/scans/scans.service.ts",
    to: "apps/server/src/features/people/users.repository.ts",
  },
  { rule: "only-repositories-query", from: "apps/server/src/features/scans/scans.routes.ts", to: "drizzle-orm" },
  {
    rule: "only-repositories-query",
    from: "apps/server/src/features/people/users.routes.ts",
    to: "apps/server/src/db/schema/users.ts",
  },
  { rule: "lib-is-the-bottom", from: "apps/web/src/lib/format-size.ts", to: "apps/web/src/ui/button.tsx" },
  { rule: "ui-fits-any-product", from: "apps/web/src/ui/dialog.tsx", to: "apps/web/src/features/scans/scans.ts" },
  {
    rule: "web-features-know-no-route",
    from: "apps/web/src/features/users/users.ts",
    to: "apps/web/src/routes/login.tsx",
  },
  {
    rule: "web-features-meet-in-routes",
    from: "apps/web/src/features/dashboard/dashboard.ts",
    to: "apps/web/src/features/scans/scans.ts",
  },
  {
    rule: "web-feature-editor-uses-viewer-only",
    from: "apps/web/src/features/editor/editor.store.ts",
    to: "apps/web/src/features/scans/scans.ts",
  },
  {
    rule: "web-feature-demo-uses-viewer-only",
    from: "apps/web/src/features/demo/demo-venue.ts",
    to: "apps/web/src/features/scans/scans.ts",
  },
  {
    rule: "web-feature-visits-uses-viewer-only",
    from: "apps/web/src/features/visits/visit-numbers.ts",
    to: "apps/web/src/features/scans/scans.ts",
  },
  {
    rule: "embed-element-stands-alone",
    from: "apps/web/src/embed/embed.ts",
    to: "apps/web/src/features/viewer/viewer.ts",
  },
  {
    rule: "viewer-rooms-are-private",
    from: "apps/web/src/features/editor/commands/show-anchor.ts",
    to: "apps/web/src/features/viewer/camera/camera-pose.ts",
  },
  {
    rule: "viewer-rooms-are-private",
    from: "apps/web/src/routes/webxr.tsx",
    to: "apps/web/src/features/viewer/visit/visitor-scene.tsx",
  },
  { rule: "web-knows-no-server", from: "apps/web/src/lib/api-client.ts", to: "apps/server/src/config.ts" },
  { rule: "server-knows-no-web", from: "apps/server/src/platform/http/pages.ts", to: "apps/web/src/ui/button.tsx" },
  { rule: "packages-know-no-app", from: "packages/scans/src/convert.ts", to: "apps/server/src/config.ts" },
  { rule: "no-react-in-shared-packages", from: "packages/scene/src/scene-view.ts", to: "react" },
  { rule: "no-node-in-shared-packages", from: "packages/uploads/src/upload.ts", to: "node:fs" },
  {
    rule: "testing-is-for-tests",
    from: "apps/server/src/platform/storage/local-storage.ts",
    to: "apps/server/src/testing/create-test-app.ts",
  },
  { rule: "tests-import-no-test", from: "packages/scans/src/one.test.ts", to: "packages/scans/src/two.test.ts" },
];

/** Type-only imports, which must count as imports unless a rule says otherwise. */
export const typeImports = new Set([
  "apps/server/src/features/scans/scans.service.ts",
  "apps/web/src/ui/dialog.tsx",
  "apps/web/src/routes/webxr.tsx",
  "packages/scans/src/convert.ts",
  "apps/server/src/features/blueprints/rows.ts",
]);

/** Similar imports that are allowed: a rule that catches one of these is too strict. */
export const allowedImports: { from: string; to: string }[] = [
  { from: "apps/server/src/features/blueprints/rows.ts", to: "apps/server/src/db/schema/users.ts" },
  { from: "apps/server/src/features/blueprints/blueprints.repository.ts", to: "drizzle-orm" },
  {
    from: "apps/server/src/features/blueprints/blueprints.service.ts",
    to: "apps/server/src/features/people/users.service.ts",
  },
  {
    from: "apps/server/src/features/blueprints/blueprints.routes.ts",
    to: "apps/server/src/features/people/users.policy.ts",
  },
  { from: "apps/server/src/features/blueprints/blueprints.test.ts", to: "apps/server/src/testing/create-test-app.ts" },
  { from: "apps/web/src/features/editor/editor.ts", to: "apps/web/src/features/viewer/viewer.ts" },
  { from: "apps/web/src/routes/dashboard.tsx", to: "apps/web/src/features/dashboard/overview.ts" },
  { from: "packages/uploads/src/resume.test.ts", to: "node:path" },
];

/** Two features that need each other, though none of their files do: found as a cycle from each of its features. */
export const circularImports: { from: string; to: string }[] = [
  {
    from: "apps/server/src/features/tasks/tasks.service.ts",
    to: "apps/server/src/features/people/users.service.ts",
  },
  {
    from: "apps/server/src/features/people/accounts.routes.ts",
    to: "apps/server/src/features/tasks/tasks.policy.ts",
  },
];
export const plantedCycles: string[] = [
  "server-features-form-no-cycle: people → tasks → people",
  "server-features-form-no-cycle: tasks → people → tasks",
];
