// Taking in what happens in visits: events per second, each in the database before its answer, and latency of their
// requests, beside the plain way in the shape of Plausible's API, a bare HTTP server with one event and one insert a
// request. Quality is compared in the same run: the numbers of events that were answered and that are counted.
//
// Targets: 3,000 events per second, and the 99th percentile of their requests below 100 ms.
// Load generator, server and database share the machine.
//
// Usage: node bench/visitors [-- --seconds=8]
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createApiClient } from "@blueprint/contract/api-client";
import { listBlueprints } from "@blueprint/contract/blueprints";
import { beginVisit, getVisitNumbers } from "@blueprint/contract/visits";
import { acceptAsNewPerson, newEmail } from "../../e2e/harness/people.ts";
import { measureLoad } from "../api/load.js";
import { publishPlace } from "../load/places.js";
import { startProduct } from "../load/product.js";
import { usePlainServer } from "./plain-server.js";

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { seconds: { type: "string", default: "8" } },
});
const seconds = Number(options.seconds);
const bounds = { perSecond: 3_000, p99Ms: 100 };
const connections = 50;
/** Of each connection, which takes turns among them: the limits stay active. */
const visitsPerConnection = 40;
/** What half a minute of a visit brings. */
const eventsPerReport = 5;
const userAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
const anchorlessKind = { kind: "no-picture" };

const ours = await measureOurs();
const plain = await measurePlain();
for (const [name, { perSecond, p50, p99, counted, answered }] of [
  ["ours", ours],
  ["plain", plain],
])
  console.log(
    `${name.padEnd(6)} ${Math.round(perSecond)} events/s, requests p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${counted} of ${answered} counted`,
  );
console.log(`ratio  ${(ours.perSecond / plain.perSecond).toFixed(2)} of the plain way's events per second`);
const checks = [
  ["every event counted once, although each was sent twice in part", ours.counted === ours.answered],
  [`${bounds.perSecond} events per second`, ours.perSecond >= bounds.perSecond],
  [`p99 of the requests below ${bounds.p99Ms} ms`, ours.p99 < bounds.p99Ms],
];
for (const [name, isMet] of checks) console.log(`${isMet ? "met   " : "MISSED"} ${name}`);
if (!checks.every(([, isMet]) => isMet)) process.exitCode = 1;

async function measureOurs() {
  const product = await startProduct();
  try {
    const { operatorInvitationUrl, url } = product;
    const owner = await acceptAsNewPerson(product, operatorInvitationUrl, "Olga Operator", newEmail());
    await publishPlace(url, owner, "Gallery");
    const [{ id: blueprintId, slug }] = (await owner.api(listBlueprints, { query: { teamId: owner.teamId } }))
      .blueprints;
    const people = [];
    for (let connection = 0; connection < connections; connection += 1)
      people.push(
        await Promise.all(
          Array.from({ length: visitsPerConnection }, (_, index) => beginOne(url, slug, connection, index)),
        ),
      );
    const measured = await measureLoad({ origin: url, child: { pid: product.pid } }, people, seconds);
    const answered = people.flat().reduce((sum, { sentCount }) => sum + sentCount(), 0);
    const counted = await readCounted(owner, blueprintId, answered);
    return { ...measured, perSecond: measured.perSecond * eventsPerReport, counted, answered };
  } finally {
    await product.dispose();
  }
}

/** A visit whose reports repeat the last event of the one before, as after an answer that was lost. */
async function beginOne(origin, slug, connection, index) {
  const headers = { "user-agent": userAgent, "x-forwarded-for": `10.${connection}.${index}.7` };
  const visitor = createApiClient({ baseUrl: origin, headers });
  const { visit } = await visitor(beginVisit, { params: { slug }, body: { form: "scene", device: "phone" } });
  let at = 10;
  const makeBody = () => {
    const events = Array.from({ length: eventsPerReport + 1 }, (_, offset) => ({
      at: at + offset,
      what: anchorlessKind,
    }));
    at += eventsPerReport;
    return JSON.stringify({ visit, events });
  };
  return { path: "/api/visit-events", headers, makeBody, sentCount: () => (at === 10 ? 0 : at - 10 + 1) };
}

async function readCounted(owner, blueprintId, expected) {
  const day = new Date().toISOString().slice(0, 10);
  const query = { from: day, to: day };
  for (let tries = 0; tries < 90; tries += 1) {
    const { totals } = await owner.api(getVisitNumbers, { params: { blueprintId }, query });
    if (totals.withoutPicture === expected) return expected;
    await wait(1_000);
    if (tries === 89) return totals.withoutPicture;
  }
}

function measurePlain() {
  return usePlainServer("./plain-events.js", async (server) => {
    let answered = 0;
    const event = { name: "pageview", url: "https://example.org/gallery", domain: "example.org" };
    const people = Array.from({ length: connections }, (_, connection) =>
      Array.from({ length: visitsPerConnection }, (_, index) => ({
        path: "/",
        headers: { "user-agent": userAgent, "x-forwarded-for": `10.${connection}.${index}.7` },
        makeBody: () => JSON.stringify(event),
      })),
    );
    const measured = await measureLoad(server, people, seconds, { onAnswer: () => (answered += 1) });
    return { ...measured, answered, counted: (await (await fetch(server.origin)).json()).count };
  });
}
