// The API's everyday reads, requested by 50 signed-in people concurrently on the embedded PostgreSQL, compared with
// parse-server and Directus on the same PostgreSQL with the same rows, one after another in the same run:
//
// - profile: the person's own profile by id;
// - list: the newest 20 of a team's 100 blueprints with their total;
// - read: a blueprint by id, after checking the caller's role in its team.
//
// Target: at least 4× the requests per second of each peer. Then the list alone, alternating between a hundredth of the
// blueprints and all of them; target: its 99th percentile grows less than 1.5×. The hundredth has fewer teams, each
// with as many blueprints. Ours also reads each blueprint's scans and signs its cover's URL, which the peers do
// not have.
// Peers are only measured; no part of them is shipped. CPU time is that of the server's process per request; database,
// servers and load generator share the machine.
//
// With --without, each remaining piece of the read path (decision 103) is also measured alone: servers with and
// without it, in turn. A piece stays only if removing it costs more than 15 % of a row.
//
// Usage: node bench/api [-- --teams=1000 --seconds=8 --rounds=3 --peers=parse-server,directus --without]
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { stopServer } from "../uploads/measured-server.js";
import { ask, askStatus } from "./ask.js";
import * as directus from "./directus.js";
import { measureLoad } from "./load.js";
import * as parse from "./parse-server.js";
import { installPeer } from "./peers.js";
import { buildWithout, pieces } from "./pieces.js";
import * as product from "./product.js";
import { blueprintsPerTeam, connectTo, fillProduct, listSignedIn } from "./rows.js";

const targetTimes = 4;
const targetGrowth = 1.5;
const operations = ["profile", "list", "read"];
/** The growth of the list is measured on two servers at once. */
const connectionsMax = 150;
const peers = {
  "parse-server": {
    database: "parse",
    start: parse.startParseServer,
    fill: parse.fillParseServer,
    signIn: parse.signInToParseServer,
    countListed: parse.countListed,
    checksRows: true,
  },
  directus: {
    database: "directus",
    start: directus.startDirectus,
    fill: directus.fillDirectus,
    signIn: directus.signInToDirectus,
    countListed: directus.countListed,
    checksRows: false,
  },
};

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: {
    teams: { type: "string", default: "1000" },
    seconds: { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
    peers: { type: "string", default: Object.keys(peers).join(",") },
    without: { type: "boolean", default: false },
  },
});
const teams = Number(options.teams);
const fewTeams = Math.max(10, Math.round(teams / 100));
const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
const chosenPeers = options.peers.split(",").filter((name) => name !== "");

let starting = null;
let ended = null;
const dir = mkdtempSync(join(tmpdir(), "blueprint-bench-api-"));
/** Cleanup functions, newest first. */
const ending = [async () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })];
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    isInterrupted = true;
    void endEverything().finally(() => process.exit(130));
  });
}
try {
  await measure();
} catch (error) {
  if (!isInterrupted) throw error;
} finally {
  await endEverything();
}

async function measure() {
  for (const peer of chosenPeers) installPeer(peer);
  await ensureServerBuilt();
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: join(dir, "postgres"),
    log: { info: () => {} },
    connectionsMax,
  });
  ending.unshift(stop);
  const root = connectTo(connection, "postgres");
  ending.unshift(() => root.end());
  for (const database of ["many", "few", ...chosenPeers.map((peer) => peers[peer].database)]) {
    await root`create database ${root(database)}`;
  }
  console.log(
    `${count(teams * blueprintsPerTeam)} blueprints in ${count(teams)} teams, 50 connections, ${rounds} rounds of ${seconds} s, ${cpus().length} processors, load before ${loadavg()[0].toFixed(1)}`,
  );

  const many = await startFilledProduct(connection, "many", teams);
  const from = connectTo(connection, "many");
  ending.unshift(() => from.end());
  const ours = await measureOperations(many);
  await stopServer(many.child);
  printFigures("Blueprint", ours, null);
  for (const name of chosenPeers) {
    const peer = peers[name];
    const server = await start(() => peer.start({ connection, dir: join(dir, name) }));
    const people = listSignedIn(teams);
    await peer.fill({ connection, from, origin: server.origin, people });
    const requests = await peer.signIn(server.origin, people);
    const checked = { ...server, requests, countListed: peer.countListed, checksRows: peer.checksRows };
    await checkAnswers(checked);
    printFigures(installPeer(name).label, await measureOperations(checked), ours);
    await stopServer(server.child);
  }
  if (chosenPeers.includes("directus")) {
    console.log("Directus has no rules for rows without a licence key: it checks the right to the collection only.");
  }
  if (options.without) await measureWithout(connection);
  await measureGrowth(connection);
}

/** One server at a time, so that none takes processor time from another. */
async function measureWithout(connection) {
  const servers = [{ piece: null, serverPath: undefined, figures: [] }];
  for (const piece of pieces) servers.push({ piece, serverPath: await buildWithout(piece), figures: [] });
  for (let round = 0; round < rounds; round += 1) {
    for (const { serverPath, figures } of servers) {
      const server = await startProductAgain(connection, "many", teams, serverPath);
      const measured = {};
      for (const operation of operations) measured[operation] = await measureOperation(server, operation);
      figures.push(measured);
      await stopServer(server.child);
    }
  }
  const [whole, ...others] = servers;
  for (const { piece, figures } of others) {
    for (const operation of operations) {
      const compare = (name) => {
        const ofPiece = figures.map((one) => one[operation][name]);
        const growth = median(ofPiece.map((value, round) => value / whole.figures[round][operation][name])) - 1;
        return `${count(median(ofPiece))} (${growth < 0 ? "" : "+"}${Math.round(growth * 100)} %)`;
      };
      console.log(
        `without ${piece.padEnd(20)} ${operation.padEnd(8)} requests/s ${compare("perSecond").padStart(16)}   cpu µs ${compare("cpuMicroseconds").padStart(14)}`,
      );
    }
  }
}

async function measureGrowth(connection) {
  const sizes = [
    await startFilledProduct(connection, "few", fewTeams),
    await startProductAgain(connection, "many", teams),
  ];
  const p99s = sizes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, size] of sizes.entries()) {
      p99s[index].push((await measureOperation(size, "list")).p99);
    }
  }
  const [few, all] = p99s.map(median);
  console.log(
    `p99 of the list: ${few.toFixed(1)} ms at ${count(fewTeams * blueprintsPerTeam)} blueprints, ${all.toFixed(1)} ms at ${count(teams * blueprintsPerTeam)}: ${(all / few).toFixed(2)}× (target: under ${targetGrowth}×)`,
  );
}

async function startFilledProduct(connection, database, teamCount) {
  const first = await start(() => product.startProduct({ connection, database, dir: join(dir, database) }));
  const sql = connectTo(connection, database);
  await fillProduct(sql, teamCount).finally(() => sql.end());
  return await useProduct(first, teamCount);
}

async function startProductAgain(connection, database, teamCount, serverPath) {
  const server = await start(() =>
    product.startProduct({ connection, database, dir: join(dir, database), serverPath }),
  );
  return await useProduct(server, teamCount);
}

async function useProduct(server, teamCount) {
  const requests = await product.signInToProduct(server.origin, listSignedIn(teamCount));
  const checked = { ...server, requests, countListed: product.countListed, checksRows: true };
  await checkAnswers(checked);
  return checked;
}

async function start(starter) {
  starting = starter();
  const server = await starting;
  starting = null;
  ending.unshift(() => stopServer(server.child));
  return server;
}

/**
 * Speed without correctness is worthless: checks every kind of response once, and access to another team's blueprint.
 */
async function checkAnswers({ origin, requests, countListed, checksRows }) {
  for (const person of [requests[0], requests.at(-1)]) {
    for (const operation of operations) {
      const { path, headers } = person[operation][0];
      const { json } = await ask(origin + path, { headers });
      if (operation !== "list") continue;
      const { rows, total } = countListed(json);
      if (rows !== 20 || total !== blueprintsPerTeam) throw new Error(`${path} listed ${rows} of ${total}.`);
    }
    const { path, headers } = person.foreign[0];
    const status = await askStatus(origin + path, headers);
    if (checksRows && status !== 404) throw new Error(`${path} of another team answered ${status}.`);
  }
}

async function measureOperations(server) {
  const figures = Object.fromEntries(operations.map((operation) => [operation, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const operation of operations) figures[operation].push(await measureOperation(server, operation));
  }
  return Object.fromEntries(operations.map((operation) => [operation, toMedians(figures[operation])]));
}

function measureOperation(server, operation) {
  return measureLoad(
    server,
    server.requests.map((person) => person[operation]),
    seconds,
  );
}

function toMedians(figures) {
  return Object.fromEntries(Object.keys(figures[0]).map((name) => [name, median(figures.map((one) => one[name]))]));
}

function printFigures(label, figures, ours) {
  for (const operation of operations) {
    const { perSecond, p50, p99, cpuMicroseconds } = figures[operation];
    const times =
      ours === null ? "" : `   ours ${(ours[operation].perSecond / perSecond).toFixed(1)}× (target: ${targetTimes}×)`;
    console.log(
      `${label.padEnd(20)} ${operation.padEnd(8)} ${count(perSecond).padStart(7)}/s   p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms   cpu ${cpuMicroseconds.toFixed(0).padStart(5)} µs${times}`,
    );
  }
}

function endEverything() {
  ended ??= endAll();
  return ended;
}

async function endAll() {
  // Wait for a server that is still starting, so that it does not outlive the bench.
  const started = await starting?.catch(() => null);
  if (started) await stopServer(started.child);
  for (const end of ending.splice(0)) await end().catch((error) => console.error(error));
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function count(number) {
  return Math.round(number).toLocaleString("en");
}
