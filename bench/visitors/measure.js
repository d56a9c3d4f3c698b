// Following short links: requests per second and latency of `/go?c=…` beside the plain way, a bare HTTP server whose one
// query counts and finds the target. Both count: the numbers of uses and of answers are compared in the same run.
//
// Targets: 5,000 per second, and the 99th percentile below 15 ms at a load that leaves the machine room (1,000 per second).
// Load generator, server and database share the machine.
//
// Usage: node bench/visitors [-- --seconds=8]
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listBlueprints } from "@blueprint/contract/blueprints";
import { createShortLink, listShortLinks } from "@blueprint/contract/short-links";
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
const bounds = { perSecond: 5_000, p99Ms: 15, calmPerSecond: 1_000 };
const connections = 50;
const addressesPerConnection = 250;
const userAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

const ours = await measureOurs();
const plain = await measurePlain();
for (const [name, { full, calm, uses, answers }] of [
  ["ours", ours],
  ["plain", plain],
]) {
  console.log(
    `${name.padEnd(6)} ${Math.round(full.perSecond)}/s, p99 ${full.p99.toFixed(1)} ms; at ${Math.round(calm.perSecond)}/s p50 ${calm.p50.toFixed(1)} ms, p99 ${calm.p99.toFixed(1)} ms; ${uses} of ${answers} counted`,
  );
}
console.log(`ratio  ${(ours.full.perSecond / plain.full.perSecond).toFixed(2)} of the plain way's requests per second`);
const checks = [
  ["every answer counted once", ours.uses === ours.answers],
  [`${bounds.perSecond} per second`, ours.full.perSecond >= bounds.perSecond],
  [`p99 below ${bounds.p99Ms} ms at ${bounds.calmPerSecond} per second`, ours.calm.p99 < bounds.p99Ms],
];
for (const [name, isMet] of checks) console.log(`${isMet ? "met   " : "MISSED"} ${name}`);
if (!checks.every(([, isMet]) => isMet)) process.exitCode = 1;

async function measureOurs() {
  const product = await startProduct();
  try {
    const { operatorInvitationUrl, url } = product;
    const owner = await acceptAsNewPerson(product, operatorInvitationUrl, "Olga Operator", newEmail());
    await publishPlace(url, owner, "Gallery");
    const [{ id: blueprintId }] = (await owner.api(listBlueprints, { query: { teamId: owner.teamId } })).blueprints;
    const { code } = await owner.api(createShortLink, {
      params: { blueprintId },
      body: { target: { kind: "place" } },
    });
    const measured = await measure({ origin: url, child: { pid: product.pid } }, code);
    await wait(2_000);
    const [{ useCount }] = (await owner.api(listShortLinks, { params: { blueprintId } })).links;
    return { ...measured, uses: useCount };
  } finally {
    await product.dispose();
  }
}

function measurePlain() {
  return usePlainServer("./plain-redirect.js", async (server) => {
    const measured = await measure(server, "22222222");
    return { ...measured, uses: (await (await fetch(`${server.origin}/uses`)).json()).uses };
  });
}

/** From many addresses, as through a proxy: the limits stay active. */
async function measure(server, code) {
  let answers = 0;
  const requests = (connection) =>
    Array.from({ length: addressesPerConnection }, (_, index) => ({
      path: `/go?c=${code}`,
      headers: { "user-agent": userAgent, "x-forwarded-for": `10.${connection}.${index}.7` },
    }));
  const people = Array.from({ length: connections }, (_, connection) => requests(connection));
  const settings = { status: 302, onAnswer: () => (answers += 1) };
  const full = await measureLoad(server, people, seconds, settings);
  const everyMs = (connections / bounds.calmPerSecond) * 1000;
  const calm = await measureLoad(server, people, seconds, { ...settings, everyMs });
  return { full, calm, answers };
}
