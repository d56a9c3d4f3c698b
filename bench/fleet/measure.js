// What more servers bring: the same requests to one, two and three of them on one database, Redis and S3 store; edits
// between people on different servers; the memory of an idle server and of one with 2,000 open sockets.
//
// Targets: requests per second of processor time with two and three servers at least 0.9 of those with one; an edit reaches
// people on other servers within 250 ms at 50 people (p99); an idle server holds at most 200 MB, one with 2,000 sockets at
// most 500 MB.
//
// Load generator, servers and database share the machine, so requests per second of wall time say nothing about scaling:
// processor time of the servers' processes does. A server that waits for another's locks or repeats its work would need more.
// Each server gets the same load, as when more visitors come: a server merges reads that are in flight at the same time, so
// one crowd spread over more servers costs more processor time. The load leaves the processors free, because three busy
// servers on two cores slow each other down, as unrelated processes do. Before that, each has answered the same number of
// requests, because a server's code is optimised while it runs.
//
// Usage: node bench/fleet [-- --seconds=8 --people=50 --sockets=2000]
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createBlueprint } from "@blueprint/contract/blueprints";
import { startTrial } from "@blueprint/contract/plans";
import * as Y from "yjs";
import { launchFleet } from "../../e2e/fleet/launch-fleet.ts";
import { acceptAsNewPerson, invite, newEmail } from "../../e2e/harness/people.ts";
import { rootDir } from "../../tools/install.mjs";
import { leanEnvironment } from "../../tools/lean-process.mjs";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { ensureWebBuilt } from "../../tools/web-build.ts";
import { openSocket } from "../editor/socket-client.js";
import { recordTrace } from "../editor/trace.js";
import { publishPlace, toDocument } from "../load/places.js";

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seconds: { type: "string", default: "8" },
    people: { type: "string", default: "50" },
    sockets: { type: "string", default: "2000" },
  },
});
const [seconds, people, sockets] = ["seconds", "people", "sockets"].map((name) => Number(options[name]));
const bounds = { share: 0.9, editP99Ms: 250, idleMb: 200, socketsMb: 500 };
const serverCount = 3;
const requestsAtOnce = 12;
const requestsPerSecond = 120;
const requestsBefore = 2_500;
const blueprintsListed = 20;
const editorsWriting = 10;
const editsPerSecond = 2;
/** Clock ticks of /proc/<pid>/stat in a second, on every Linux. */
const ticksPerSecond = 100;

await ensureServerBuilt();
await ensureWebBuilt();
const { start } = JSON.parse(readFileSync(`${rootDir}/package.json`, "utf8")).scripts;
const fleet = await launchFleet({
  roles: Array(serverCount).fill("all"),
  nodeFlags: start.match(/--\S+/g) ?? [],
  env: { ...leanEnvironment, SIGN_IN_ATTEMPTS_PER_MINUTE: "1000", CONNECTIONS_PER_ADDRESS: "5000" },
});
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await fleet.dispose();
}

async function measure() {
  const checks = [];
  const { servers } = fleet;
  await wait(5_000);
  const idleMb = Math.max(...servers.map(readMegabytes));
  checks.push(
    say(
      "idle",
      `${idleMb} MB in the largest of ${serverCount} servers (bound: ${bounds.idleMb} MB)`,
      idleMb <= bounds.idleMb,
    ),
  );

  const owner = await acceptAsNewPerson(fleet, fleet.operatorInvitationUrl, "Olga Operator", newEmail());
  // Room for the editors who write.
  await owner.api(startTrial, { params: { teamId: owner.teamId } });
  for (let index = 0; index < blueprintsListed; index += 1)
    await owner.api(createBlueprint, { body: { teamId: owner.teamId, name: `Hall ${index}`, industry: "museum" } });
  const slug = await publishPlace(servers[0].url, owner, "Gallery");
  const { id: blueprintId } = await owner.api(createBlueprint, {
    body: { teamId: owner.teamId, name: "Shared", industry: "museum" },
  });
  const routes = {
    list: `/api/blueprints?teamId=${owner.teamId}`,
    read: `/api/blueprints/${blueprintId}`,
    profile: "/api/me",
    place: `/api/published/${slug}`,
  };
  for (const [name, path] of Object.entries(routes)) {
    const perCpuSecond = [];
    for (const server of servers) await sendRequests([server], path, owner.cookie, requestsBefore, Infinity);
    for (let count = 1; count <= serverCount; count += 1) {
      const used = servers.slice(0, count);
      const before = used.map(readCpuSeconds);
      const done = count * requestsPerSecond * seconds;
      await sendRequests(used, path, owner.cookie, done, count * requestsPerSecond);
      const cpu = used.reduce((sum, server, index) => sum + readCpuSeconds(server) - before[index], 0);
      perCpuSecond.push(done / cpu);
    }
    const share = Math.min(...perCpuSecond.slice(1)) / perCpuSecond[0];
    checks.push(
      say(
        name,
        `${perCpuSecond.map((rate) => Math.round(rate)).join(" / ")} requests per second of processor time with 1 / 2 / 3 servers: ${share.toFixed(2)} (bound: ${bounds.share})`,
        share >= bounds.share,
      ),
    );
  }

  const delaysMs = await measureEdits(owner, blueprintId);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(delaysMs, share));
  checks.push(
    say(
      "edits",
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms to people on another server, ${people} people, ${delaysMs.length} deliveries (bound: p99 ${bounds.editP99Ms} ms)`,
      p99 <= bounds.editP99Ms,
    ),
  );

  const socketsMb = await measureSockets(owner, servers[1]);
  checks.push(
    say(
      "sockets",
      `${socketsMb} MB with ${sockets} open (bound: ${bounds.socketsMb} MB)`,
      socketsMb <= bounds.socketsMb,
    ),
  );
  return checks.every(Boolean);
}

/** Sends requests to each server in turn, so many a second as far as they are answered that fast. */
async function sendRequests(servers, path, cookie, count, perSecond) {
  const startedAt = performance.now();
  let sent = 0;
  const worker = async () => {
    while (sent < count) {
      const turn = sent++;
      const earlyMs = startedAt + (turn / perSecond) * 1000 - performance.now();
      if (earlyMs > 1) await wait(earlyMs);
      const { url } = servers[turn % servers.length];
      // Many addresses: the limits stay active.
      const headers = { cookie, "x-forwarded-for": `10.${(turn >> 8) & 255}.${turn & 255}.7` };
      const response = await fetch(url + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, worker));
  const tookSeconds = (performance.now() - startedAt) / 1000;
  // Otherwise the processors were full, and the comparison is of something else.
  if (Number.isFinite(perSecond) && count / tookSeconds < perSecond * 0.95)
    throw new Error(`${path} was answered ${Math.round(count / tookSeconds)} times a second, instead of ${perSecond}.`);
}

/** @returns for every edit and everyone on another server, how long it took to get there */
async function measureEdits(owner, blueprintId) {
  const editors = [];
  for (let index = 0; index < editorsWriting; index += 1) {
    const email = newEmail();
    const link = await invite(fleet, owner, email, "editor");
    editors.push(await acceptAsNewPerson(fleet, link, `Person ${index}`, email));
  }
  const traces = recordTrace(editorsWriting, editsPerSecond * seconds);
  const sentAt = new Map();
  const delaysMs = [];
  const open = async (index) => {
    const server = index % fleet.servers.length;
    const heard = new Map();
    const onUpdate = (update) => {
      const now = performance.now();
      for (const [clientId, clock] of Y.parseUpdateMeta(update).to) {
        for (const edit of sentAt.get(clientId) ?? []) {
          if (edit.clock > clock || edit.clock <= (heard.get(clientId) ?? 0)) continue;
          if (edit.server !== server) delaysMs.push(now - edit.at);
        }
        heard.set(clientId, Math.max(heard.get(clientId) ?? 0, clock));
      }
    };
    const { url } = fleet.servers[server];
    return await openSocket({ ...toDocument(url, editors[index % editors.length], blueprintId), onUpdate });
  };
  const opened = [];
  for (let index = 0; index < people; index += 1) opened.push(await open(index));
  await Promise.all(
    traces.map(async ({ clientId, updates }, index) => {
      const edits = [];
      sentAt.set(clientId, edits);
      await wait(Math.random() * (1000 / editsPerSecond));
      for (const update of updates) {
        const clock = Y.parseUpdateMeta(update).to.get(clientId);
        edits.push({ clock, at: performance.now(), server: index % fleet.servers.length });
        opened[index].send(update);
        await wait(1000 / editsPerSecond);
      }
    }),
  );
  await wait(2_000);
  await Promise.all(opened.map((socket) => socket.close()));
  return delaysMs;
}

async function measureSockets(owner, server) {
  const documents = [];
  for (let index = 0; index < 20; index += 1) {
    const body = { teamId: owner.teamId, name: `Room ${index}`, industry: "museum" };
    documents.push((await owner.api(createBlueprint, { body })).id);
  }
  const opened = [];
  while (opened.length < sockets) {
    const batch = Array.from({ length: Math.min(50, sockets - opened.length) }, (_, index) =>
      openSocket(toDocument(server.url, owner, documents[index % documents.length])),
    );
    opened.push(...(await Promise.all(batch)));
  }
  await wait(2_000);
  const held = readMegabytes(server);
  const closed = opened.filter((socket) => !socket.isOpen()).length;
  if (closed > 0) throw new Error(`${closed} of ${sockets} sockets were closed.`);
  await Promise.all(opened.map((socket) => socket.close()));
  return held;
}

function readCpuSeconds({ pid }) {
  // The name of a process may contain blanks: the fields after it are counted.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function readMegabytes({ pid }) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

function say(name, text, isMet) {
  console.log(`${name.padEnd(8)} ${isMet ? "met   " : "MISSED"} ${text}`);
  return isMet;
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
