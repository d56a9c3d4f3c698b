import { readFileSync } from "node:fs";
import { Agent, request as openRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { createRandom } from "../../packages/scans/src/testing/fuzz/mutate.ts";
import { launchServer } from "../harness/launch-server.ts";
import { acceptAsNewPerson, newEmail } from "../harness/people.ts";
import { readTargets, type Target } from "./api-targets.ts";
import { fuzzSocket } from "./fuzz-sockets.ts";
import { type FuzzWorld, Mailbox, type SenderName, WorldBuilder } from "./fuzz-world.ts";
import { type FuzzAnswer, findFault } from "./judge-answer.ts";
import { type FuzzRequest, makeRequest } from "./make-request.ts";

// Calls every endpoint of the real server, as everybody, with faulty input, and its sockets with faulty frames. A fault is
// a failure of the server, an answer in another form than the catalogue's, no answer, memory that does not come back,
// anything of another team, or a secret in the log.
// Usage: npm run fuzz:api -- [--seconds=300] [--seed=1] [--only="GET /api/me"]

const workers = 6;
const answerWithinMs = 30_000;
const worldLastsMs = 60_000;
const failedBuildsMax = 5;
const checkWorldEveryMs = 3_000;
const socketShare = 0.02;
const rawShare = 0.01;
const quietMs = 20_000;
const growthBytesMax = 250 * 2 ** 20;
const peakBytesMax = 1.5 * 2 ** 30;
const unreadBodyBytesMin = 256 * 1024;
const rawWithinMs = 15_000;
const faultsShown = 60;
const bodyCharactersShown = 400;
const senderNames: readonly SenderName[] = [
  "anonymous",
  "viewer",
  "editor",
  "owner",
  "owner",
  "owner",
  "operator",
  "key",
];

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const seed = Number(values.seed);
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Count {
  requests: number;
  succeeded: number;
  refused: number;
}

const faults = new Map<string, { count: number; example: string }>();
function noteFault(where: string, what: string, example: string): void {
  const id = `${where}: ${what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")}`;
  const known = faults.get(id);
  if (known === undefined) faults.set(id, { count: 1, example });
  else known.count++;
}

const server = await launchServer({
  // Every call comes from an address of its own: limits by address are not what is looked at.
  TRUSTED_PROXIES: "127.0.0.1,::1",
  SIGN_IN_ATTEMPTS_PER_MINUTE: "100000",
  LOG_LEVEL: "info",
});
const agent = new Agent({ keepAlive: true, maxSockets: workers * 2 });

async function fuzz(): Promise<number> {
  const operator = await acceptAsNewPerson(server, server.operatorInvitationUrl, "Opal Operator", newEmail());
  const openApi = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const all = readTargets(openApi as Parameters<typeof readTargets>[0]);
  const targets = all.filter(({ name }) => values.only === undefined || name === values.only);
  const paths = [...new Set(all.map(({ path }) => path))];
  const mailbox = new Mailbox(server.mailDir);
  const builder = new WorldBuilder(server, operator, mailbox, paths);
  const secrets = new Set<string>();
  const foreign = await builder.buildForeign();
  const initial = await operator.api(getInstallationSettings, {});
  let world = await builder.build(secrets);

  const counts = new Map(all.map(({ name }): [string, Count] => [name, { requests: 0, succeeded: 0, refused: 0 }]));
  const socketOutcomes = new Map<string, number>();
  const memory: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + Number(values.seconds) * 1_000;
  let sent = 0;

  const renew = async () => {
    let builtAt = performance.now();
    let failedBuilds = 0;
    while (performance.now() < endAt) {
      await wait(checkWorldEveryMs);
      memory.push(residentBytes());
      await mailbox.look();
      for (const token of mailbox.tokens.splice(0)) {
        secrets.add(token);
        world.known.addId("token", token);
      }
      const { version } = await operator.api(getInstallationSettings, {});
      const body = { basedOnVersion: version, settings: initial.settings };
      await operator.api(saveInstallationSettings, { body }).catch(() => undefined);
      if (performance.now() - builtAt < worldLastsMs && (await world.isWell())) continue;
      try {
        world = await builder.build(secrets);
        builtAt = performance.now();
        failedBuilds = 0;
      } catch (error) {
        // Calls by the operator may have disabled a new person before the team stood.
        failedBuilds++;
        if (failedBuilds > failedBuildsMax) throw error;
      }
    }
  };
  const work = async () => {
    while (performance.now() < endAt) {
      const number = sent++;
      const random = createRandom(seed * 1_000_003 + number);
      const draw = random();
      if (values.only === undefined && draw < socketShare) await trySocket(world, random);
      else if (values.only === undefined && draw < socketShare + rawShare) await tryRaw(random);
      else await tryEndpoint(world, targets[number % targets.length]!, random, number);
    }
  };

  const trySocket = async ({ senders, blueprintId }: FuzzWorld, random: () => number) => {
    const name = senderNames[Math.floor(random() * senderNames.length)]!;
    const ids = [blueprintId, blueprintId, foreign.blueprintId];
    try {
      const { outcome, received } = await fuzzSocket(server.url, senders[name].headers, ids, random);
      socketOutcomes.set(outcome, (socketOutcomes.get(outcome) ?? 0) + 1);
      // An operator may have entered that team meanwhile.
      if (name !== "operator" && received.includes(foreign.canary))
        noteFault("/collab", `another team's data for ${name}`, outcome);
    } catch (error) {
      noteFault("/collab", String(error), name);
    }
  };

  const tryRaw = async (random: () => number) => {
    const lines = rawRequests[Math.floor(random() * rawRequests.length)]!;
    const outcome = await sendRaw(lines);
    if (!/^HTTP\/1\.1 [234]|^$/.test(outcome))
      noteFault("raw request", outcome.split("\r\n")[0] ?? "", lines.slice(0, 200));
  };

  const tryEndpoint = async (current: FuzzWorld, target: Target, random: () => number, number: number) => {
    if (random() > (target.weight ?? 1)) return;
    const isOperatorsTurn = target.isOperators && random() < 0.6;
    const name = isOperatorsTurn ? "operator" : senderNames[Math.floor(random() * senderNames.length)]!;
    const sender = current.senders[name];
    const request = makeRequest(target, sender, { own: current.known, foreign: foreign.known, random });
    // Who runs the installation must stay: nobody else could make the next team.
    const operatorId = current.senders.operator.userId ?? "";
    if (target.name.endsWith("/disabled") && request.path.includes(operatorId)) return;
    if (name === "operator" && /^\/api\/me\/(deletion|password|email|sessions)/.test(target.path)) return;
    // A reset link in the mailbox, once used, ends every session.
    if (name === "operator" && /^\/api\/auth\/(sign-out|request-password-reset)$/.test(target.path)) return;
    const shown = () => `${name}, seed ${seed}, call ${number}: ${describeRequest(request)}`;
    const count = counts.get(target.name)!;
    count.requests++;
    let answer: FuzzAnswer;
    try {
      answer = await send(request, target.isStream, random);
    } catch (error) {
      noteFault(target.name, error instanceof Error ? error.message : String(error), shown());
      return;
    }
    if (answer.status > 0 && answer.status < 400) count.succeeded++;
    else if (answer.status >= 400 && answer.status < 500) count.refused++;
    const fault = answer.status === 0 ? null : findFault(target, request, answer);
    if (fault !== null) noteFault(target.name, fault, shown());
    // Operators are shown every team's name, and whom they invited.
    if (name !== "operator" && answer.text.includes(foreign.canary)) {
      noteFault(
        target.name,
        `another team's data for ${name}`,
        `${shown()}\n    ${excerpt(answer.text, foreign.canary)}`,
      );
    }
    if (answer.status === 200 && answer.text.startsWith("{")) {
      const body: unknown = JSON.parse(answer.text);
      for (const secret of findSecrets(body)) secrets.add(secret);
      current.known.learn(target.path, request.params, body);
    }
  };

  await Promise.all([renew(), ...Array.from({ length: workers }, work)]);
  await wait(quietMs);
  const atEnd = residentBytes();
  const early = memory[Math.floor(memory.length / 4)] ?? atEnd;
  const peak = Math.max(...memory);
  if (atEnd - early > growthBytesMax) noteFault("memory", `grew from ${toMb(early)} to ${toMb(atEnd)}`, "");
  if (peak > peakBytesMax) noteFault("memory", `rose to ${toMb(peak)}`, "");
  const log = server.printed();
  for (const secret of secrets) {
    if (secret.length >= 12 && log.includes(secret)) noteFault("log", "holds a secret", excerpt(log, secret));
  }
  if ((await fetch(`${server.url}/healthz`)).status !== 200) noteFault("/healthz", "the server is not well", "");

  for (const { name, ...target } of targets) {
    const count = counts.get(name)!;
    const note = target.neverSucceeds === undefined ? "" : `  (cannot succeed: ${target.neverSucceeds})`;
    say(
      `${String(count.requests).padStart(6)} sent ${String(count.succeeded).padStart(5)} ok ${String(count.refused).padStart(5)} refused  ${name}${note}`,
    );
    if (values.only !== undefined || Number(values.seconds) < 60) continue;
    if (count.succeeded === 0 && target.neverSucceeds === undefined) noteFault(name, "never succeeded", "");
    if (count.refused === 0 && target.canRefuse) noteFault(name, "never refused", "");
  }
  say([...socketOutcomes].map(([outcome, times]) => `${times} sockets ${outcome}`).join(", "));
  for (const [id, { count, example }] of [...faults].slice(0, faultsShown))
    say(`✗ ${count} × ${id}\n    ${example}`.replaceAll("\0", "\\0"));
  const total = [...counts.values()].reduce((sum, { requests }) => sum + requests, 0);
  const reached = targets.filter(({ name }) => counts.get(name)!.succeeded > 0).length;
  say(
    `${total} requests to ${targets.length} endpoints (${reached} with success), ${values.seconds} s, seed ${seed}; memory ${toMb(early)} early, ${toMb(peak)} at most, ${toMb(atEnd)} at the end: ${faults.size} faults`,
  );
  return faults.size === 0 ? 0 : 1;
}

function send(request: FuzzRequest, isStream: boolean, random: () => number): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(server.url);
  const from = Array.from({ length: 4 }, () => 1 + Math.floor(random() * 250)).join(".");
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) => {
      clearTimeout(timer);
      const isReset = error.code === "ECONNRESET" || error.code === "EPIPE";
      // A connection that was kept open may be closed by the server in the moment it is used again.
      if (isReset && outgoing.reusedSocket) send(request, isStream, random).then(resolve, reject);
      // A body that is refused for its size need not be read to its end.
      else if (isReset && (request.body?.length ?? 0) > unreadBodyBytesMin) resolve({ status: 0, type: "", text: "" });
      else reject(error);
    };
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`no answer within ${answerWithinMs} ms`)),
      answerWithinMs,
    );
    const headers: Record<string, string> = { ...request.headers, "x-forwarded-for": from };
    if (request.body !== null) headers["content-length"] = String(request.body.length);
    const { method, path } = request;
    const outgoing = openRequest({ hostname, port, method, path, headers: toLatin(headers), agent }, (answer) => {
      const { statusCode: status = 0 } = answer;
      const type = answer.headers["content-type"] ?? "";
      if (isStream && status === 200) {
        clearTimeout(timer);
        outgoing.destroy();
        resolve({ status, type, text: "" });
        return;
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", fail);
      answer.on("end", () => {
        clearTimeout(timer);
        resolve({ status, type, text: Buffer.concat(parts).toString("utf8") });
      });
    });
    outgoing.on("error", fail);
    outgoing.end(request.body ?? undefined);
  });
}

/** Node takes header values as Latin-1 without control characters. */
function toLatin(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\xff]/g, "?")]),
  );
}

/** What no client library sends, as it goes over the wire. Each ends its connection or is answered. */
const rawRequests = [
  "GET /api/me HTTP/1.1\r\n\r\n",
  "GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "GET /%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "GET http://elsewhere.example/api/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "BREW /api/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
  "GET /api/me HTTP/9.9\r\nhost: x\r\nconnection: close\r\n\r\n",
  "\0\0\0\0",
  "GET /api/me HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n",
  `GET /api/me HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(40_000)}\r\n\r\n`,
  `GET /${"y".repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  "POST /api/requests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: -1\r\n\r\n{}",
  "POST /api/requests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /api/requests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}",
  "POST /api/requests HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\nconnection: close\r\n\r\n0\r\n\r\n",
  "GET /collab HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 1\r\n\r\n",
  "GET /elsewhere HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n",
  "GET /api/me HTTP/1.1\r\nhost: x\r\nexpect: 200-maybe\r\nconnection: close\r\n\r\n",
  "GET /api/me HTTP/1.1\r\nhost: x\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
] as const;

/** @returns what came back until the end of the connection, or until it was quiet */
function sendRaw(lines: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ host: hostname, port: Number(port) });
    const finish = (outcome: string) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(rawWithinMs, () => finish(text === "" ? "no answer" : text));
    socket.on("data", (part) => {
      text += part.toString("latin1");
      if (text.includes("\r\n\r\n")) finish(text);
    });
    socket.on("error", () => finish(text));
    socket.on("close", () => finish(text));
    socket.write(lines, "latin1");
  });
}

function describeRequest({ method, path, headers, body, faults: put }: FuzzRequest): string {
  const { cookie: _, authorization: __, ...shown } = headers;
  const sentBody = body === null ? "" : ` ${body.toString("utf8").slice(0, bodyCharactersShown)}`;
  return `${method} ${path.slice(0, bodyCharactersShown)} ${JSON.stringify(shown).slice(0, bodyCharactersShown)}${sentBody} [${put.join(", ")}]`;
}

/** Secrets that an answer shows once. */
function findSecrets(body: unknown): string[] {
  const found = JSON.stringify(body).match(/whsec_[\w+/=-]+|bp_[\w-]{20,}/g);
  return found ?? [];
}

function excerpt(text: string, part: string): string {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 200), at + 100).replace(part, "…");
}

function residentBytes(): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function toMb(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

try {
  process.exitCode = await fuzz();
} finally {
  agent.destroy();
  await server.dispose();
}
