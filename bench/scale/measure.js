// What one visit, edit, upload and conversion costs this product, as `npm start` runs it with its own database: CPU time of
// the server and of PostgreSQL apart, bytes sent, bytes kept. `node bench/scale model` turns the figures into machines.
//
// CPU time is what the kernel charged to the processes, less what they use when nothing is asked of them; the load
// generator is not counted. The figures are of this machine's processor: measure again on yours.
//
// Usage: node bench/scale [measure] [--write]   (about five minutes; --write keeps the figures for the model)
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { listBlueprints, publishBlueprint } from "@blueprint/contract/blueprints";
import { getMe } from "@blueprint/contract/users";
import { launchServer } from "../../e2e/harness/launch-server.ts";
import { acceptAsNewPerson, invite, newEmail } from "../../e2e/harness/people.ts";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { ensureWebBuilt } from "../../tools/web-build.ts";
import { runBench } from "../first-picture/run-bench.js";
import { openEditors } from "../load/editors.js";
import { publishPlace, uploadBytes } from "../load/places.js";
import { sendVisitors } from "../load/visitors.js";
import { convertMeasured } from "../scans/convert-measured.js";
import { cpuSeconds, processCpuSeconds } from "../uploads/measured-server.js";
import { figuresPath, printFigures } from "./figures.js";

const timeLimitMs = 1_200_000;
const samplesDir = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
/** One of each kind of scan. */
const samples = [
  { kind: "mesh", format: "glb", path: "mesh/room-music_room.glb" },
  { kind: "points", format: "laz", path: "pointcloud/lone-star.laz" },
  { kind: "splats", format: "spz", path: "splat/fourth_st.spz" },
];
const idleSeconds = 15;
const warmVisits = { perMinute: 3_000, seconds: 30 };
const placeCount = 3;
const coldVisits = 20;
const editing = { people: 10, idle: 20, editsPerSecond: 2, seconds: 30 };
const uploadMegabytes = 256;
const fileReads = 400;

export async function run(options) {
  await runBench(timeLimitMs, async (closing) => {
    if (!existsSync(samplesDir)) {
      console.log(`The samples in ${samplesDir} are not here; nothing was measured.`);
      return;
    }
    await ensureServerBuilt();
    await ensureWebBuilt();
    // Visitors come from many addresses, as through a proxy.
    const server = await launchServer({ TRUSTED_PROXIES: "127.0.0.1,::1" });
    closing.push(() => server.dispose());
    const figures = {
      measuredOn: new Date().toISOString().slice(0, 10),
      processor: cpus()[0].model,
      ...(await measureServer(server)),
      conversions: await measureConversions(closing),
    };
    printFigures(figures);
    if (options.includes("--write")) writeFileSync(figuresPath, `${JSON.stringify(figures, null, 2)}\n`);
  });
}

async function measureServer(server) {
  const { url } = server;
  const operator = await acceptAsNewPerson(server, server.operatorInvitationUrl, "Olga Operator", newEmail());
  const people = [operator];
  while (people.length < editing.people) {
    const email = newEmail();
    const link = await invite(server, operator, email, "viewer");
    people.push(await acceptAsNewPerson(server, link, `Person ${people.length}`, email));
  }
  const meter = await openMeter(server.pid);

  const databaseBytes = () => sizeOf(join(server.dataDir, "postgres", "cluster", "base")).bytes;
  const bytesBefore = databaseBytes();
  const slugs = [];
  for (let place = 0; place < placeCount; place += 1) slugs.push(await publishPlace(url, operator, `Hall ${place}`));
  const bytesPerPlace = Math.round((databaseBytes() - bytesBefore) / placeCount);
  await sendVisitors({ url, slugs, perMinute: 600, seconds: 3 });
  const { coldVisit, publication } = await measureColdVisits({ url, operator, slugs, meter });

  const visits = await meter.measure(() => sendVisitors({ url, slugs, ...warmVisits }));
  refuseErrors(visits.result.errors);
  const warmVisit = {
    ...perUnit(visits, visits.result.visits),
    bytes: Math.round(visits.result.bytes / visits.result.visits),
  };
  const fileRead = await measureFileReads({ url, slug: slugs[0], meter });

  const { people: peopleCount, idle, editsPerSecond, seconds } = editing;
  const editors = await openEditors({ url, people, idle, editsPerSecond, seconds });
  const bytesBeforeEdits = databaseBytes();
  const work = await meter.measure(() => editors.work());
  refuseErrors(work.result);
  await editors.close();
  const editCount = peopleCount * editsPerSecond * seconds;
  const edit = {
    ...perUnit(work, editCount),
    listeners: idle / peopleCount,
    databaseBytes: Math.round((databaseBytes() - bytesBeforeEdits) / editCount),
  };

  const { profile } = await operator.api(getMe, {});
  const bytes = randomBytes(uploadMegabytes * 1e6);
  const upload = await meter.measure(() => uploadBytes(url, operator, `users/${profile.uid}/scale.bin`, bytes));
  const uploadedGigabyte = perUnit(upload, uploadMegabytes / 1e3);
  return { warmVisit, coldVisit, publication, fileRead, edit, uploadedGigabyte, database: { bytesPerPlace } };
}

/** The first visit to each version builds and compresses its response; later ones find it in memory. */
async function measureColdVisits({ url, operator, slugs, meter }) {
  const { blueprints } = await operator.api(listBlueprints, { query: { teamId: operator.teamId } });
  const { id: blueprintId, slug } = blueprints.find((blueprint) => blueprint.slug === slugs[0]);
  const visits = [];
  const publications = [];
  for (let basedOnVersion = 1; basedOnVersion <= coldVisits; basedOnVersion += 1) {
    const body = { basedOnVersion, visibility: "unlisted" };
    publications.push(await meter.measure(() => operator.api(publishBlueprint, { params: { blueprintId }, body })));
    const visit = await meter.measure(() => sendVisitors({ url, slugs: [slug], perMinute: 600, seconds: 0.1 }));
    refuseErrors(visit.result.errors);
    visits.push(visit);
  }
  return { coldVisit: perUnit(addUp(visits), coldVisits), publication: perUnit(addUp(publications), coldVisits) };
}

async function measureFileReads({ url, slug, meter }) {
  const { scans } = await (await fetch(`${url}/api/published/${slug}`)).json();
  const entry = new URL(scans[0].delivery.entryUrl, url);
  const read = await meter.measure(async () => {
    for (let times = 0; times < fileReads; times += 1) {
      const response = await fetch(entry, { headers: { "x-forwarded-for": `10.9.${times >> 8}.${times & 255}` } });
      if (!response.ok) throw new Error(`A file answered ${response.status}.`);
      await response.arrayBuffer();
    }
  });
  return perUnit(read, fileReads);
}

async function measureConversions(closing) {
  const conversions = {};
  for (const { kind, format, path } of samples) {
    const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-scale-"));
    closing.push(() => rmSync(dir, { recursive: true, force: true }));
    const inputPath = join(samplesDir, path);
    const before = childCpuSeconds();
    const { outputDir } = await convertMeasured({ format, inputPath, dir, label: basename(path) });
    const { size } = statSync(inputPath);
    const delivered = sizeOf(outputDir);
    conversions[kind] = {
      file: basename(path),
      cpuSecondsPerGigabyte: round(((childCpuSeconds() - before) / size) * 1e9),
      deliveredBytes: delivered.bytes,
      deliveredFiles: delivered.files,
      deliveredBytesPerByte: round(delivered.bytes / size),
    };
  }
  return conversions;
}

/** Measures CPU time of the server's process and of the rest of its tree, PostgreSQL, above what they use when idle. */
async function openMeter(pid) {
  const read = () => {
    const server = processCpuSeconds(pid);
    return { at: performance.now() / 1000, server, database: cpuSeconds(pid) - server };
  };
  const before = read();
  await wait(idleSeconds * 1000);
  const after = read();
  const idle = (name) => (after[name] - before[name]) / (after.at - before.at);
  return {
    measure: async (work) => {
      const from = read();
      const result = await work();
      const to = read();
      const used = (name) => Math.max(0, to[name] - from[name] - idle(name) * (to.at - from.at));
      return { result, server: used("server"), database: used("database") };
    },
  };
}

function addUp(measurements) {
  const sum = (name) => measurements.reduce((total, one) => total + one[name], 0);
  return { server: sum("server"), database: sum("database") };
}

function perUnit({ server, database }, units) {
  return { serverMs: round((server / units) * 1e3), databaseMs: round((database / units) * 1e3) };
}

function childCpuSeconds() {
  // Conversions are children of this process; the kernel adds their time when they exit.
  return processCpuSeconds(process.pid) - process.cpuUsage().user / 1e6 - process.cpuUsage().system / 1e6;
}

function sizeOf(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { bytes: 0, files: 0 };
  if (!stat.isDirectory()) return { bytes: stat.size, files: 1 };
  return readdirSync(path)
    .map((name) => sizeOf(join(path, name)))
    .reduce((sum, { bytes, files }) => ({ bytes: sum.bytes + bytes, files: sum.files + files }), {
      bytes: 0,
      files: 0,
    });
}

function refuseErrors(errors) {
  if (errors.length > 0) throw new Error(`${errors.length} errors, the first: ${errors[0]}`);
}

function round(value) {
  return Number(value.toPrecision(3));
}
