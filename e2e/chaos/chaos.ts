import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createBlueprint } from "@blueprint/contract/blueprints";
import { getSceneAtEdit, listChangeSets } from "@blueprint/contract/scene-history";
import type { Scene } from "@blueprint/scene/read-scene";
import {
  openSceneClient,
  readSceneUpdate,
  type SceneClientOptions,
} from "../../apps/server/src/features/scene/testing/scene-client.ts";
import { launchServer } from "../harness/launch-server.ts";
import { acceptAsNewPerson, newEmail } from "../harness/people.ts";
import { createRandom } from "../harness/random.ts";
import { EditingRobot } from "./editing-robot.ts";

// Kills the server (-9) repeatedly while three robots edit one document through real sockets. After every kill, the
// next server's document is read before the robots may reconnect: it must contain every confirmed edit. Usage: npm run
// test:chaos -- [--kills=100] [--seed=1] [--minutes=15]

const longestLifeMs = 2_500;
/** Share of lives that last until something is confirmed, however busy the machine; the others may end before. */
const confirmedLivesShare = 0.8;
/** After this many kills, the next one hits a starting server. */
const killWhileStartingEvery = 8;
/** A busy machine must not count as a lost edit. */
const patienceMs = 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "15" },
  },
});
const kills = Number(values.kills);
const random = createRandom(Number(values.seed));
const endAt = performance.now() + Number(values.minutes) * 60_000;
const startedAt = performance.now();
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await launchServer();
const robots: EditingRobot[] = [];
const losses: string[] = [];
let killed = 0;
/** Kills before which edits had been confirmed since the kill before: only these can show a loss. */
let tellingKills = 0;
let confirmedAtKill = 0;
try {
  const owner = await acceptAsNewPerson(server, server.operatorInvitationUrl, "Rosa Robot", newEmail());
  const body = { teamId: owner.teamId, name: "Chaos", industry: "museum" } as const;
  const { id: blueprintId } = await owner.api(createBlueprint, { body });
  const address = { serverUrl: server.url, blueprintId, cookie: owner.cookie, untilMsMax: patienceMs };
  for (const name of ["a", "b", "c"]) robots.push(new EditingRobot({ ...address, name, random }));
  await Promise.all(robots.map((robot) => robot.client.loaded()));
  for (const robot of robots) robot.start();

  while (killed < kills && performance.now() < endAt) {
    if (random() < confirmedLivesShare) await untilConfirmed();
    await wait(random() * longestLifeMs);
    await server.kill9();
    killed += 1;
    for (const robot of robots) robot.disconnect();
    const confirmed = countConfirmed();
    if (confirmed > confirmedAtKill) tellingKills += 1;
    confirmedAtKill = confirmed;
    if (killed % killWhileStartingEvery === 0 && killed < kills) {
      const starting = server.restart().catch(() => {});
      await wait(random() * 800);
      await server.kill9();
      await starting;
      killed += 1;
    }
    await server.restart();
    const scene = await readFromServer(address);
    for (const robot of robots) losses.push(...robot.findLosses(scene).map((loss) => `kill ${killed}: ${loss}`));
    if (losses.length > 0) break;
    if (killed % 10 === 0 || killed >= kills) say(describeProgress());
    for (const robot of robots) robot.connect();
  }

  for (const robot of robots) robot.pause();
  await Promise.all(robots.map((robot) => robot.client.saved()));
  const scene = await readFromServer(address);
  for (const robot of robots) {
    losses.push(...robot.findLosses(scene).map((loss) => `at the end: ${loss}`));
    await robot.client
      .until(() => JSON.stringify(robot.client.scene()) === JSON.stringify(scene))
      .catch(() => {
        losses.push(`robot ${robot.name} sees another document than the server`);
      });
  }
  const { sessions: changeSets } = await owner.api(listChangeSets, { params: { blueprintId }, query: {} });
  const { state } = await owner.api(getSceneAtEdit, { params: { blueprintId, editId: changeSets[0]!.editId } });
  const replayed = readSceneUpdate(Buffer.from(state, "base64"));
  if (JSON.stringify(replayed) !== JSON.stringify(scene)) losses.push("the history tells another end");
} catch (error) {
  say(`After ${killed} kills the server had said:\n${server.printed().slice(-3_000)}`);
  throw error;
} finally {
  for (const robot of robots) {
    robot.pause();
    robot.client.close();
  }
  await server.dispose();
}
say(describeProgress());
for (const loss of losses) say(`LOST  ${loss}`);
const isTelling = tellingKills >= kills / 2;
if (!isTelling) say(`Edits were confirmed before only ${tellingKills} of ${killed} kills, which shows too little.`);
if (killed < kills) say(`Only ${killed} of ${kills} kills in ${values.minutes} minutes.`);
const isGood = losses.length === 0 && killed >= kills && isTelling;
say(isGood ? "Every confirmed edit is there." : "Failed.");
process.exitCode = isGood ? 0 : 1;

/** Waits until the running server has confirmed an edit. */
async function untilConfirmed(): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (countConfirmed() <= confirmedAtKill) {
    if (performance.now() > giveUpAt) throw new Error("The server confirms nothing.");
    await wait(20);
  }
}

function countConfirmed(): number {
  return robots.reduce((sum, robot) => sum + robot.confirmedCount, 0);
}

function describeProgress(): string {
  const made = robots.reduce((sum, robot) => sum + robot.editCount, 0);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${killed} kills, ${tellingKills} after confirmed edits; ${made} edits, ${countConfirmed()} confirmed, ${losses.length} lost (${seconds} s, seed ${values.seed})`;
}

async function readFromServer(address: SceneClientOptions): Promise<Scene> {
  const observer = openSceneClient(address);
  try {
    await observer.loaded();
    return observer.scene();
  } finally {
    observer.close();
  }
}
