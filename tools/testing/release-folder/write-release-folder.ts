import { getMe } from "@blueprint/contract/users";
import { dumpFolder } from "../../../apps/server/src/testing/release-folder/dump-folder.ts";
import {
  ask,
  findDifferences,
  readDocuments,
  trustAsker,
} from "../../../apps/server/src/testing/release-folder/former-answers.ts";
import {
  type FormerAnswer,
  type ReleaseFolder,
  releaseFolderPath,
  writeReleaseFolder,
} from "../../../apps/server/src/testing/release-folder/release-folder.ts";
import { type LaunchedServer, launchServer } from "../../../e2e/harness/launch-server.ts";
import { type LivedIn, liveInRelease } from "./live-in-release.ts";
import { withReleaseTree } from "./release-tree.ts";

const quietMs = 1_000;
const roundsMax = 10;

/**
 * Writes the folder that the server's test opens: `node tools/testing/release-folder/write-release-folder.ts <commit>`.
 * The server of that commit is started from a work tree of its own and used through its API.
 */
async function main(commit: string): Promise<void> {
  await withReleaseTree(commit, async (treeDir, release) => {
    const server = await launchServer({ WEBHOOKS_TO_PRIVATE_ADDRESSES: "true", ...trustAsker }, treeDir);
    try {
      const written = await record(server, release);
      writeReleaseFolder(written);
      console.log(`${releaseFolderPath}: ${written.answers.length} answers of ${release.slice(0, 8)}.`);
    } finally {
      await server.dispose();
    }
  });
}

async function record(server: LaunchedServer, release: string): Promise<ReleaseFolder> {
  const lived = await liveInRelease(server);
  const answers = await askUntilQuiet(server, lived);
  const { cookie } = lived.people.owner;
  const documents = await readDocuments(server.url, cookie, lived.people.owner.api, lived.hall.id);
  await lived.close();
  const writtenAt = new Date().toISOString();
  await server.stop();
  const people = Object.entries(lived.people).map(([name, { email, password, cookie, asProgram }]) => [
    name,
    { email, password, session: { cookie }, asProgram },
  ]);
  return {
    release,
    writtenAt,
    ...(await dumpFolder(server.dataDir)),
    people: Object.fromEntries(people) as ReleaseFolder["people"],
    answers,
    documents,
    place: { teamId: lived.teamId, blueprintId: lived.hall.id, slug: lived.hall.slug, scanId: lived.ids.scanId },
    upload: lived.upload,
    apiKey: lived.apiKey,
    lockedPlace: lived.lockedPlace,
  };
}

/** Background work goes on for a moment: asks until two rounds agree. */
async function askUntilQuiet(server: LaunchedServer, lived: LivedIn): Promise<FormerAnswer[]> {
  const paths = await listPaths(lived);
  let before = await askEverything(server, lived, paths);
  let differences: string[] = [];
  for (let round = 0; round < roundsMax; round++) {
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    const answers = await askEverything(server, lived, paths);
    differences = findDifferences(before, answers, 0);
    if (differences.length === 0) return answers;
    before = answers;
  }
  throw new Error(`The server's answers did not come to rest.\n${differences.join("\n")}`);
}

/** Every person and a visitor ask for everything: who may not see something learns so. */
async function askEverything(
  server: LaunchedServer,
  lived: LivedIn,
  paths: readonly string[],
): Promise<FormerAnswer[]> {
  const answers: FormerAnswer[] = [];
  for (const [by, person] of [...Object.entries(lived.people), [null, null] as const])
    for (const path of paths) {
      const { status, body } = await ask(server.url, path, person === null ? {} : { cookie: person.cookie });
      // The settings of a process are no part of its folder.
      answers.push({ by, path, status, body: isObject(body) ? { ...body, environment: undefined } : body });
    }
  return answers;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

async function listPaths({ people, teamId, hall, others, ids }: LivedIn): Promise<string[]> {
  const teamIds = [teamId, people.owner.teamId];
  const { profile } = await people.owner.api(getMe, {});
  return [
    ...["/api/me", "/api/session", "/api/me/sign-in-methods", "/api/me/deleted-teams", "/api/me/export"],
    ...["/api/me/notifications", "/api/me/notification-preferences", "/api/requests/mine", `/api/users/${profile.uid}`],
    ...["/api/auth-methods", "/api/installation", "/api/price-book", "/api/discover", "/api/discover/locations"],
    ...[
      "/api/operator/settings",
      "/api/operator/invoices",
      "/api/operator/people?search=e",
      "/api/operator/teams?search=e",
    ],
    ...["/api/operator/access-requests", "/api/operator/requests", "/api/operator/requests?state=closed"],
    ...teamIds.flatMap((id) => [
      `/api/blueprints?teamId=${id}`,
      ...["members", "usage", "plan", "invoices", "api-keys", "audit-events", "webhooks", "workflows", "tasks"].map(
        (part) => `/api/teams/${id}/${part}`,
      ),
      `/api/teams/${id}/tasks?filter=done`,
      `/api/teams/${id}/blueprint-tags`,
    ]),
    `/api/teams/${teamId}/webhooks/${ids.webhookId}/deliveries`,
    `/api/teams/${teamId}/workflows/${ids.workflowId}/runs`,
    ...[hall, ...others].flatMap(({ id, slug }) => [
      `/api/blueprints/${id}`,
      ...["scans", "removed-scans", "versions", "audience-links", "detail-choices", "anchors", "comment-authors"].map(
        (part) => `/api/blueprints/${id}/${part}`,
      ),
      `/api/blueprints/${id}/history?with=changes`,
      `/api/blueprints/${id}/named-versions`,
      `/api/published/${slug}`,
    ]),
    `/api/blueprints/${hall.id}/forms/${ids.formId}/responses`,
    `/api/scans/${ids.scanId}/original-url`,
  ];
}

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error("Name the commit of the release.");
await main(commit);
