import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ApiError } from "@blueprint/contract/api-client";
import { createBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { createScan, listScans } from "@blueprint/contract/scans";
import { inviteToTeam } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { createUpload } from "@blueprint/uploads/upload";
import { openSceneClient, type SceneClientOptions } from "../../apps/server/src/features/scene/testing/scene-client.ts";
import { builtServerPath } from "../../apps/server/src/testing/server-process.ts";
import { EditingRobot } from "../chaos/editing-robot.ts";
import { acceptAsNewPerson, newEmail, type Person } from "../harness/people.ts";
import { createRandom } from "../harness/random.ts";
import { makePlainRoom } from "../harness/scans.ts";
import { type Fleet, type FleetServer, launchFleet } from "./launch-fleet.ts";

// Three servers behind a balancer, with clocks a minute apart, while people edit, upload, sign in, invite and have scans
// converted: servers are killed (-9), stopped and frozen, Redis and the database are restarted, the S3 service fails and
// is slow. In the end, every confirmed edit, byte, conversion and mail must exist, once.
// Usage: npm run test:fleet -- [--rounds=2] [--frozen=30] [--seed=1]
//
// With --former, the built server of another release, the servers begin as that release and are replaced one after the other:
// npm run test:upgrade -- --from=<commit>

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    frozen: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    former: { type: "string" },
  },
});
const { former } = values;
const rounds = former === undefined ? Number(values.rounds) : 1;
const frozenMs = Number(values.frozen) * 1_000;
const random = createRandom(Number(values.seed));
// Two releases work side by side for a while.
const calmMs = former === undefined ? 4_000 : 12_000;
const clocksAheadMs = [0, 60_000, -60_000];
/** Several chunks, which reach several servers, and more than one part of an object. An earlier release needs sticky sessions. */
const uploadBytes = former === undefined ? 7_000_000 : 100_000;
/** A busy machine must not count as a loss. */
const patienceMs = 90_000;
const startedAt = performance.now();
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Step {
  readonly name: string;
  readonly cause: (fleet: Fleet) => Promise<void>;
}

const faults: readonly Step[] = [
  {
    name: "a server is killed",
    cause: async (fleet) => {
      const server = choose(fleet.servers);
      await server.kill9();
      await wait(random() * 3_000);
      await server.start();
    },
  },
  {
    name: "a server is stopped",
    cause: async (fleet) => {
      const server = choose(fleet.servers);
      const code = await server.stop();
      if (code !== 0)
        failures.push(`${server.name} ended with ${code} when it was stopped:\n${server.printed().slice(-2_000)}`);
      await server.start();
    },
  },
  {
    name: "a server is frozen",
    cause: async (fleet) => {
      const server = choose(fleet.servers);
      server.freeze();
      await wait(frozenMs);
      server.thaw();
    },
  },
  { name: "Redis is restarted", cause: (fleet) => fleet.restartRedis(2_000) },
  { name: "the database is restarted", cause: (fleet) => fleet.restartDatabase() },
  {
    name: "the S3 service answers 503",
    cause: async ({ storage }) => {
      storage.fail("unavailable");
      await wait(5_000);
      storage.fail(null);
    },
  },
  {
    name: "the S3 service is slow",
    cause: async ({ storage }) => {
      storage.fail({ delayMs: 2_000 });
      await wait(8_000);
      storage.fail(null);
    },
  },
];

/** What the fleet confirmed, and must still have in the end. */
const confirmed = {
  cookies: [] as string[],
  /** SHA-256 by name. */
  uploads: new Map<string, string>(),
  scanIds: [] as string[],
  invited: [] as string[],
};
/** Refused or interrupted during a fault: allowed, but counted. */
let interrupted = 0;
const failures: string[] = [];
let isOver = false;

const replacements: readonly Step[] = clocksAheadMs.map((_, index) => ({
  name: `server ${index + 1} is replaced by this release`,
  cause: async (fleet) => {
    const server = fleet.servers[index] as FleetServer;
    const code = await server.stop();
    if (code !== 0) failures.push(`${server.name} ended with ${code}:\n${server.printed().slice(-2_000)}`);
    await server.start(builtServerPath);
  },
}));

const fleet = await launchFleet({
  roles: ["all", "all", "all"],
  clocksAheadMs,
  ...(former === undefined ? {} : { serverPath: former }),
  env: { SIGN_IN_ATTEMPTS_PER_MINUTE: "200" },
});
const robots: EditingRobot[] = [];
try {
  const owner = await acceptAsNewPerson(fleet, fleet.operatorInvitationUrl, "Rosa Robot", newEmail());
  const { profile } = await owner.api(getMe, {});
  const body = { teamId: owner.teamId, name: "Fleet", industry: "museum" } as const;
  const { id: blueprintId } = await owner.api(createBlueprint, { body });
  const address = { serverUrl: fleet.url, blueprintId, cookie: owner.cookie, untilMsMax: patienceMs };
  for (const name of ["a", "b", "c"]) robots.push(new EditingRobot({ ...address, name, random }));
  await Promise.all(robots.map((robot) => robot.client.loaded()));
  for (const robot of robots) robot.start();
  const room = makePlainRoom();
  const report = await preflight(toByteSource(new Blob([room]), "room.glb"));

  const work = [
    repeat(3_000, async () => {
      confirmed.cookies.push(await signIn(owner));
    }),
    repeat(1_000, async () => {
      const bytes = randomBytes(uploadBytes);
      const name = `users/${profile.uid}/fleet-${confirmed.uploads.size}-${interrupted}.bin`;
      await upload(owner, name, bytes);
      confirmed.uploads.set(name, createHash("sha256").update(bytes).digest("hex"));
    }),
    repeat(10_000, async () => {
      const scan = await owner.api(createScan, {
        params: { blueprintId },
        body: { fileName: "room.glb", sizeBytes: room.length, preflight: { ...report, sizeBytes: room.length } },
      });
      await upload(owner, scan.uploadName, room);
      confirmed.scanIds.push(scan.id);
    }),
    repeat(3_000, async () => {
      const email = newEmail();
      await owner.api(inviteToTeam, { params: { teamId: owner.teamId }, body: { addresses: email, role: "viewer" } });
      confirmed.invited.push(email);
    }),
  ];

  for (let round = 1; round <= rounds; round++) {
    for (const { name, cause } of former === undefined ? shuffle(faults) : replacements) {
      await wait(calmMs);
      await cause(fleet);
      say(`${describeProgress()}: ${name}`);
    }
  }
  await wait(calmMs);
  isOver = true;
  for (const robot of robots) robot.pause();
  await Promise.all(work);

  await checkEdits(address);
  await checkSessions();
  await checkUploads(owner);
  await checkScans(owner, blueprintId);
  await checkMails();
} catch (error) {
  for (const server of fleet.servers) say(`${server.name} said:\n${server.printed().slice(-2_000)}`);
  throw error;
} finally {
  isOver = true;
  for (const robot of robots) {
    robot.pause();
    robot.client.close();
  }
  await fleet.dispose();
}
say(describeProgress());
for (const failure of failures) say(`FAILED  ${failure}`);
if (failures.length === 0) say("Every confirmed edit, byte, conversion and mail is there, once.");
process.exitCode = failures.length === 0 ? 0 : 1;

/** Does something again and again until all is over. During a fault it may fail, but never be refused for good. */
async function repeat(everyMs: number, act: () => Promise<void>): Promise<void> {
  while (!isOver) {
    const pause = wait(everyMs * (0.5 + random()));
    await act().catch((error: unknown) => {
      const isTemporary = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
      if (isTemporary) interrupted++;
      else failures.push(`a request was refused with ${error.status} ${error.code}`);
    });
    await pause;
  }
}

async function signIn({ email, password }: Person): Promise<string> {
  const response = await fetch(`${fleet.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: fleet.url },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.status >= 400 && response.status < 500) failures.push(`signing in was answered with ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (!response.ok || cookie === "") throw new Error(`Signing in was answered with ${response.status}.`);
  return cookie;
}

async function upload(person: Person, objectName: string, bytes: Uint8Array): Promise<void> {
  const sending = createUpload({
    source: {
      name: "file",
      sizeBytes: bytes.length,
      slice: (start, end) => new Uint8Array(bytes.subarray(start, end)),
    },
    objectName,
    baseUrl: fleet.url,
    headers: person.asProgram,
  });
  sending.start();
  const { state, error } = await sending.done;
  if (state !== "success") throw error ?? new Error(`An upload ended as ${state}.`);
}

async function checkEdits(address: SceneClientOptions): Promise<void> {
  await Promise.all(robots.map((robot) => robot.client.saved()));
  for (const { url, name } of fleet.servers) {
    const observer = openSceneClient({ ...address, serverUrl: url });
    await observer.loaded();
    const scene = observer.scene();
    observer.close();
    for (const robot of robots) {
      failures.push(...robot.findLosses(scene).map((loss) => `edit lost on ${name}: ${loss}`));
      await robot.client
        .until(() => JSON.stringify(robot.client.scene()) === JSON.stringify(scene))
        .catch(() => failures.push(`robot ${robot.name} sees another document than ${name}`));
    }
  }
}

async function checkSessions(): Promise<void> {
  for (const [index, cookie] of confirmed.cookies.entries()) {
    const { url, name } = fleet.servers[index % fleet.servers.length] as FleetServer;
    const { status } = await fetch(`${url}/api/me`, { headers: { cookie } });
    if (status !== 200) failures.push(`${name} answered a session with ${status}`);
  }
}

async function checkUploads({ asProgram }: Person): Promise<void> {
  const { length } = fleet.servers;
  for (const [index, [objectName, sha256]] of [...confirmed.uploads].entries()) {
    const { url } = fleet.servers[index % length] as FleetServer;
    const path = `/v0/b/${storageBucket}/o/${encodeURIComponent(objectName)}?alt=media`;
    const response = await fetch(url + path, { headers: asProgram });
    const found = createHash("sha256").update(Buffer.from(await response.arrayBuffer()));
    if (response.status !== 200 || found.digest("hex") !== sha256)
      failures.push(`${objectName} has other bytes (${response.status})`);
  }
}

async function checkScans(owner: Person, blueprintId: BlueprintId): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const scans = await listScansOf(owner, blueprintId);
    const late = confirmed.scanIds.filter((id) => scans.get(id) !== "ready");
    if (late.length === 0) return;
    if (performance.now() > giveUpAt) {
      failures.push(...late.map((id) => `scan ${id} is ${scans.get(id) ?? "gone"}`));
      return;
    }
    await wait(500);
  }
}

async function listScansOf(owner: Person, blueprintId: BlueprintId): Promise<Map<string, string>> {
  const { scans } = await owner.api(listScans, { params: { blueprintId } });
  return new Map(scans.map(({ id, state }) => [id, state]));
}

/** A mail that a killed server had written is written again by another: under the same Message-ID, so it counts once. */
async function checkMails(): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const idsByAddress = new Map<string, Set<string>>();
    for (const name of readdirSync(fleet.mailDir)) {
      const mail = readFileSync(join(fleet.mailDir, name), "utf8");
      const to = /^To: .*?([^\s<>]+@[^\s<>]+)/im.exec(mail)?.[1] ?? "";
      const id = /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? "";
      idsByAddress.set(to, (idsByAddress.get(to) ?? new Set()).add(id));
    }
    const missing = confirmed.invited.filter((email) => !idsByAddress.has(email));
    if (missing.length === 0 || performance.now() > giveUpAt) {
      failures.push(...missing.map((email) => `no mail to ${email}`));
      for (const email of confirmed.invited) {
        const count = idsByAddress.get(email)?.size ?? 0;
        if (count > 1) failures.push(`${count} different mails to ${email}`);
      }
      return;
    }
    await wait(500);
  }
}

function choose<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function describeProgress(): string {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const edits = robots.reduce((sum, robot) => sum + robot.confirmedCount, 0);
  const { cookies, uploads, scanIds, invited } = confirmed;
  return `${seconds} s, ${edits} edits, ${uploads.size} uploads, ${scanIds.length} scans, ${cookies.length} sign-ins, ${invited.length} invitations, ${interrupted} interrupted`;
}
