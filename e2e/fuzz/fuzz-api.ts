import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ApiError } from "@blueprint/contract/api-client";
import type { TeamId } from "@blueprint/contract/ids";
import { leaveTeamVisit } from "@blueprint/contract/installation";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { createRandom } from "../../packages/scans/src/testing/fuzz/mutate.ts";
import { launchServer } from "../harness/launch-server.ts";
import { acceptAsNewPerson, newEmail } from "../harness/people.ts";
import { readTargets, type Target } from "./api-targets.ts";
import { fuzzSocket } from "./fuzz-sockets.ts";
import { type FuzzWorld, fetchFromAnywhere, Mailbox, type SenderName, WorldBuilder } from "./fuzz-world.ts";
import { type PreparedCall, prepareCall } from "./good-calls.ts";
import { type FuzzAnswer, findFault, findLeak } from "./judge-answer.ts";
import { judgeMemory, toMb } from "./judge-memory.ts";
import { type FuzzRequest, makeRequest } from "./make-request.ts";
import { OperatorVisits, type Span } from "./operator-visits.ts";
import { sendRaw, sendRequest } from "./send-request.ts";

// Calls every endpoint of the real server, in every role, with faulty input, and its sockets with faulty frames. Faults
// are a server error, an answer outside of the catalogue's form, no answer, a memory leak, anything of another team, or
// a secret in the log.
// Usage: npm run fuzz:api -- [--seconds=300] [--seed=1] [--only="GET /api/me"]

const workers = 6;
const answerWithinMs = 30_000;
const worldLastsMs = 60_000;
const failedBuildsMax = 5;
const checkWorldEveryMs = 3_000;
/** Share of prepared calls, which should succeed. */
const goodShare = 0.1;
const goodShareAtFirst = 0.5;
const socketShare = 0.02;
const rawShare = 0.01;
const quietMs = 20_000;
const rawWithinMs = 15_000;
const faultsShown = 60;
const bodyCharactersShown = 400;
const logCharactersShown = 3_000;
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

const faults = new Map<string, { count: number; example: string; requestId: string | undefined }>();
function noteFault(where: string, what: string, example: string, requestId?: string): void {
  const id = `${where}: ${what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")}`;
  const known = faults.get(id);
  if (known === undefined) faults.set(id, { count: 1, example, requestId });
  else known.count++;
}

const server = await launchServer({
  // Every call has its own address: rate limits are not under test.
  TRUSTED_PROXIES: "127.0.0.1,::1",
  SIGN_IN_ATTEMPTS_PER_MINUTE: "100000",
  LOG_LEVEL: "info",
});
const agent = new Agent({ keepAlive: true, maxSockets: workers * 2 });

async function fuzz(): Promise<number> {
  const invitation = server.operatorInvitationUrl;
  const operator = await acceptAsNewPerson(server, invitation, "Opal Operator", newEmail(), fetchFromAnywhere);
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
  const visits = new OperatorVisits();
  const preparing = new Map<string, string>();
  const startedAt = performance.now();
  const endAt = startedAt + Number(values.seconds) * 1_000;
  let sent = 0;

  // Built ahead: every call to a broken world would only be refused.
  const buildNext = () => {
    const building = builder.build(secrets);
    building.catch(() => undefined);
    return building;
  };
  let next = buildNext();

  /** Keeps the operator out of the foreign team for most of the run, so that leaks are detected. */
  const endForeignVisit = async () => {
    const from = performance.now();
    const params = { teamId: foreign.teamId as TeamId };
    await operator.api(leaveTeamVisit, { params }).catch((error: unknown) => {
      // Another call may have ended it.
      if (!(error instanceof ApiError && error.code === "not-found")) throw error;
    });
    visits.left({ from, until: performance.now() });
  };

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
      if (visits.isUnderWay()) await endForeignVisit();
      if (performance.now() - builtAt < worldLastsMs && (await world.isWell())) continue;
      try {
        world = await next;
        builtAt = performance.now();
        failedBuilds = 0;
      } catch (error) {
        // Calls by the operator may have disabled a new user before the team was complete.
        failedBuilds++;
        if (failedBuilds > failedBuildsMax) throw error;
      }
      next = buildNext();
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

  /** No sender may see another team's data. Operators see its name, and the rest during a visit. */
  const noteLeak = (where: string, name: SenderName, span: Span, text: string, example: string) => {
    const isOperator = name === "operator";
    const found = findLeak(text, foreign, isOperator);
    if (found === null) return;
    const report = () => noteFault(where, `another team's data for ${name}`, `${example}\n    ${excerpt(text, found)}`);
    if (isOperator) visits.shown(span, report);
    else report();
  };

  const trySocket = async ({ senders, blueprintId }: FuzzWorld, random: () => number) => {
    const name = senderNames[Math.floor(random() * senderNames.length)]!;
    const ids = [blueprintId, blueprintId, foreign.blueprintId];
    const from = performance.now();
    try {
      const { outcome, received } = await fuzzSocket(server.url, senders[name].headers, ids, random);
      socketOutcomes.set(outcome, (socketOutcomes.get(outcome) ?? 0) + 1);
      noteLeak("/collab", name, { from, until: performance.now() }, received.toString("latin1"), outcome);
    } catch (error) {
      noteFault("/collab", String(error), name);
    }
  };

  /** Prepares a call that should succeed; null if its prerequisites could not be created. */
  const prepare = async (current: FuzzWorld, target: Target, isFirst: boolean): Promise<PreparedCall | null> => {
    try {
      return await prepareCall(target, current);
    } catch (error) {
      // Other calls may have deleted what it depends on, or ended the session.
      if (isFirst) preparing.set(target.name, error instanceof Error ? error.message : String(error));
      return null;
    }
  };

  const tryRaw = async (random: () => number) => {
    const lines = rawRequests[Math.floor(random() * rawRequests.length)]!;
    const outcome = await sendRaw({ url: server.url, withinMs: rawWithinMs }, lines);
    if (!/^HTTP\/1\.1 [234]|^$/.test(outcome))
      noteFault("raw request", outcome.split("\r\n")[0] ?? "", lines.slice(0, 200));
  };

  const tryEndpoint = async (current: FuzzWorld, target: Target, random: () => number, number: number) => {
    const count = counts.get(target.name)!;
    // Until one call has succeeded, prepared calls are sent without faults.
    const isFirst = count.succeeded === 0;
    const weight = target.weight ?? 1;
    const isGood = random() < (isFirst ? goodShareAtFirst : goodShare * weight);
    if (!isGood && random() > weight) return;
    const isOperatorsTurn = target.isOperators && random() < 0.6;
    const chosen = isOperatorsTurn ? "operator" : senderNames[Math.floor(random() * senderNames.length)]!;
    const good = isGood ? await prepare(current, target, isFirst) : null;
    const name = good?.by ?? chosen;
    const sender = good?.as ?? current.senders[name];
    const sources = { own: current.known, foreign: foreign.known, random };
    const request = makeRequest(target, sender, sources, { good: good ?? {}, isFaultless: good !== null && isFirst });
    // The operator must stay enabled: no one else could create the next team.
    const operatorId = current.senders.operator.userId ?? "";
    if (target.name.endsWith("/disabled") && request.path.includes(operatorId)) return;
    // The blueprint that most calls use, and its scan, must also remain.
    const takesAway = /^DELETE \/api\/scans\/|\/(bin|life|cancel)$|^POST .*\{blueprintId\}\/transfer$/.test(
      target.name,
    );
    if (takesAway && [current.blueprintId, current.scanId].some((id) => request.path.includes(id))) return;
    if (name === "operator" && /^\/api\/me\/(deletion|password|email|sessions)/.test(target.path)) return;
    // Using a reset link from the mailbox ends every session.
    if (name === "operator" && /^\/api\/auth\/(sign-out|request-password-reset)$/.test(target.path)) return;
    const shown = () => `${name}, seed ${seed}, call ${number}: ${describeRequest(request)}`;
    count.requests++;
    let answer: FuzzAnswer;
    const sentAt = performance.now();
    const isVisit = target.path.endsWith("/visit") && request.path.includes(foreign.teamId);
    const entered = isVisit && request.method === "POST" ? visits.enter(sentAt) : undefined;
    try {
      answer = await send(request, target.isStream, random);
      entered?.(performance.now(), answer.status >= 400);
      if (isVisit && request.method === "DELETE" && answer.status === 200)
        visits.left({ from: sentAt, until: performance.now() });
    } catch (error) {
      noteFault(target.name, error instanceof Error ? error.message : String(error), shown());
      return;
    }
    if (answer.status > 0 && answer.status < 400) count.succeeded++;
    else if (answer.status >= 400 && answer.status < 500) count.refused++;
    const fault = answer.status === 0 ? null : findFault(target, request, answer);
    if (fault !== null) noteFault(target.name, fault, shown(), readRequestId(answer));
    noteLeak(target.name, name, { from: sentAt, until: performance.now() }, answer.text, shown());
    if (answer.status === 200 && answer.text.startsWith("{")) {
      const body: unknown = JSON.parse(answer.text);
      for (const secret of findSecrets(body)) secrets.add(secret);
      // Operators may read the other team's names. Sent back as values, they would look like leaks.
      const isForeign = [foreign.canary, foreign.nameCanary].some((mark) => answer.text.includes(mark));
      if (!isForeign) current.known.learn(target.path, request.params, body);
    }
  };

  await Promise.all([renew(), ...Array.from({ length: workers }, work)]);
  await next.catch(() => undefined);
  await wait(quietMs);
  const atEnd = residentBytes();
  const { early, peak, faults: memoryFaults } = judgeMemory(memory, atEnd);
  for (const fault of memoryFaults) noteFault("memory", fault, "");
  const shownOnVisits = visits.judge();
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
    if (count.succeeded === 0 && target.neverSucceeds === undefined)
      noteFault(name, "never succeeded", preparing.get(name) ?? "");
    if (count.succeeded > 0 && target.neverSucceeds !== undefined)
      noteFault(name, "succeeded, though it is said that it cannot", "");
    if (count.refused === 0 && target.canRefuse) noteFault(name, "never refused", "");
  }
  say([...socketOutcomes].map(([outcome, times]) => `${times} sockets ${outcome}`).join(", "));
  for (const [id, { count, example, requestId }] of [...faults].slice(0, faultsShown))
    say(`✗ ${count} × ${id}\n    ${example}${findInLog(requestId)}`.replaceAll("\0", "\\0"));
  say(`${shownOnVisits} answers showed the operator another team's data on a visit`);
  const total = [...counts.values()].reduce((sum, { requests }) => sum + requests, 0);
  const reached = targets.filter(({ name }) => counts.get(name)!.succeeded > 0).length;
  say(
    `${total} requests to ${targets.length} endpoints (${reached} with success), ${values.seconds} s, seed ${seed}; memory ${toMb(early)} early, ${toMb(peak)} at most, ${toMb(atEnd)} at the end: ${faults.size} faults`,
  );
  return faults.size === 0 ? 0 : 1;
}

function send(request: FuzzRequest, isStream: boolean, random: () => number): Promise<FuzzAnswer> {
  const from = Array.from({ length: 4 }, () => 1 + Math.floor(random() * 250)).join(".");
  const headers = { ...request.headers, "x-forwarded-for": from };
  return sendRequest({ url: server.url, agent, withinMs: answerWithinMs }, { ...request, headers }, isStream);
}

/** Raw requests that no client library sends. Each closes its connection or gets an answer. */
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

function describeRequest({ method, path, headers, body, faults: put }: FuzzRequest): string {
  const { cookie: _, authorization: __, ...shown } = headers;
  const sentBody = body === null ? "" : ` ${body.toString("utf8").slice(0, bodyCharactersShown)}`;
  return `${method} ${path.slice(0, bodyCharactersShown)} ${JSON.stringify(shown).slice(0, bodyCharactersShown)}${sentBody} [${put.join(", ")}]`;
}

function readRequestId({ status, text }: FuzzAnswer): string | undefined {
  return status >= 500 ? /"requestId":"([\w-]+)"/.exec(text)?.[1] : undefined;
}

/** The server's log entry for a failed call. */
function findInLog(requestId: string | undefined): string {
  if (requestId === undefined) return "";
  const lines = server.printed().split("\n");
  const line = lines.find((one) => one.includes(requestId) && one.includes('"stack"'));
  return line === undefined ? "" : `\n    ${line.slice(0, logCharactersShown)}`;
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

try {
  process.exitCode = await fuzz();
} finally {
  agent.destroy();
  await server.dispose();
}
