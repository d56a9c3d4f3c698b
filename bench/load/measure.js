// A busy afternoon: 200 people have an editor open, 20 edit, 2,000 visitors per minute open published places and ten
// files are uploaded, all at once, against the product as `npm start` runs it with its own database.
//
// Targets: no errors; page p95 at most 500 ms; event loop p99 at most 100 ms; 60 s after the last client left, the
// server's process holds at most 20 % more than before the first one came.
//
// The load generator runs in this process and shares the machine with the server and its database. The page time runs
// from the request to the last byte of the page with the place in it. The server exposes nothing for this: a preloaded
// module watches its event loop and reports only to its parent.
//
// Usage: node bench/load [-- --seconds=60 --visits=2000 --idle=200 --active=20 --uploads=10]
import { randomBytes } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { getMe } from "@blueprint/contract/users";
import { acceptAsNewPerson, invite, newEmail } from "../../e2e/harness/people.ts";
import { openEditors } from "./editors.js";
import { publishPlace, uploadBytes } from "./places.js";
import { startProduct } from "./product.js";
import { sendVisitors } from "./visitors.js";

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seconds: { type: "string", default: "60" },
    visits: { type: "string", default: "2000" },
    idle: { type: "string", default: "200" },
    active: { type: "string", default: "20" },
    uploads: { type: "string", default: "10" },
  },
});
const [seconds, visits, idle, active, uploads] = ["seconds", "visits", "idle", "active", "uploads"].map((name) =>
  Number(options[name]),
);
const bounds = { pageP95Ms: 500, loopP99Ms: 100, memoryTimes: 1.2 };
const placeCount = 3;
const uploadMegabytes = 8;
const secondsBetweenUploads = 12;
const coolDownSeconds = 60;
const editsPerSecond = 1;

const loadBefore = loadavg()[0];
const server = await startProduct();
try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await server.dispose();
}

async function measure() {
  const { url } = server;
  const operator = await acceptAsNewPerson(server, server.operatorInvitationUrl, "Olga Operator", newEmail());
  const people = [];
  for (let person = 0; person < Math.max(active, uploads); person += 1) {
    const email = newEmail();
    people.push(
      await acceptAsNewPerson(server, await invite(server, operator, email, "viewer"), `Person ${person}`, email),
    );
  }
  const slugs = [];
  for (let place = 0; place < placeCount; place += 1) slugs.push(await publishPlace(url, operator, `Hall ${place}`));
  // Run everything once before taking the baseline: what the process keeps permanently is not part of the load.
  await sendVisitors({ url, slugs, perMinute: 600, seconds: 3 });
  await wait(5_000);

  const before = server.memory().heldBytes;
  server.forgetPeak();
  const editors = await openEditors({ url, people: people.slice(0, active), idle, editsPerSecond, seconds });
  console.log(
    `${editors.count} editors (${active} working), ${visits} visitors a minute, ${uploads} uploads together, ${seconds} s, ${cpus().length} processors, load before ${loadBefore.toFixed(1)}`,
  );
  server.watchLoop();
  const [visited, edited, uploaded] = await Promise.all([
    sendVisitors({ url, slugs, perMinute: visits, seconds }),
    editors.work(),
    sendUploads(people.slice(0, uploads)),
  ]);
  const loop = await server.readLoop();
  const loadDuring = loadavg()[0];
  await editors.close();
  const { peakBytes } = server.memory();
  await wait(coolDownSeconds * 1000);
  const after = server.memory().heldBytes;

  const errors = [...visited.errors, ...edited, ...uploaded.errors];
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(visited.pagesMs, share));
  const checks = [
    say(
      "errors",
      `${errors.length} in ${visited.visits} visits, ${uploaded.files} uploads and ${active * seconds * editsPerSecond} edits`,
      errors.length === 0,
    ),
    say(
      "page",
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bound: p95 ${bounds.pageP95Ms} ms)`,
      p95 <= bounds.pageP95Ms,
    ),
    say(
      "event loop",
      `p50 ${loop.p50.toFixed(1)} ms, p99 ${loop.p99.toFixed(1)} ms, longest ${loop.max.toFixed(0)} ms (bound: p99 ${bounds.loopP99Ms} ms)`,
      loop.p99 <= bounds.loopP99Ms,
    ),
    say(
      "memory",
      `${toMegabytes(before)} MB before, ${toMegabytes(peakBytes)} MB at its peak, ${toMegabytes(after)} MB ${coolDownSeconds} s after: ${(after / before).toFixed(2)}× (bound: ${bounds.memoryTimes}×)`,
      after <= before * bounds.memoryTimes,
    ),
  ];
  for (const [error, count] of countEach(errors).slice(0, 10)) console.log(`  ${count} × ${error}`);
  console.log(`load of the machine at the end ${loadDuring.toFixed(1)}`);
  return checks.every(Boolean);
}

async function sendUploads(senders) {
  const errors = [];
  const waves = Math.max(1, Math.floor(seconds / secondsBetweenUploads));
  const ids = await Promise.all(senders.map(async ({ api }) => (await api(getMe, {})).profile.uid));
  const bytes = randomBytes(uploadMegabytes * 1024 * 1024);
  for (let wave = 0; wave < waves; wave += 1) {
    const next = wait(secondsBetweenUploads * 1000);
    await Promise.all(
      senders.map((person, index) =>
        uploadBytes(server.url, person, `users/${ids[index]}/load-${wave}.bin`, bytes).catch((error) =>
          errors.push(`${error.message} ${error.cause?.message ?? ""}`),
        ),
      ),
    );
    await next;
  }
  return { files: waves * senders.length, errors };
}

function say(name, text, isMet) {
  console.log(`${name.padEnd(11)} ${isMet ? "met   " : "MISSED"} ${text}`);
  return isMet;
}

function countEach(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function toMegabytes(bytes) {
  return Math.round(bytes / 1e6);
}
