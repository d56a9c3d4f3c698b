import { connect } from "node:net";
import { cpuSeconds } from "../uploads/measured-server.js";

const connections = 50;
const warmUpSeconds = 2;
const headEnd = "\r\n\r\n";

/**
 * Requests a server over 50 connections, each a signed-in person who repeats their own requests one at a time.
 * @returns requests per second, the 50th and 99th latency percentiles in milliseconds, and the CPU time of the server's
 * process per request in microseconds, excluding the database
 * @param settings the status that every response must have (any success if left out), a pause between the starts of a
 * connection's requests (none if left out), and what to call for each response, those of the warm-up too
 */
export async function measureLoad({ origin, child }, requestsOfPeople, seconds, settings = {}) {
  await run(origin, requestsOfPeople, warmUpSeconds, settings);
  const cpuBefore = cpuSeconds(child.pid);
  const latenciesMs = await run(origin, requestsOfPeople, seconds, settings);
  const cpuMicroseconds = ((cpuSeconds(child.pid) - cpuBefore) / latenciesMs.length) * 1e6;
  latenciesMs.sort();
  const percentile = (share) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))];
  return { perSecond: latenciesMs.length / seconds, p50: percentile(0.5), p99: percentile(0.99), cpuMicroseconds };
}

async function run(origin, requestsOfPeople, seconds, settings) {
  const latenciesMs = [];
  const endsAt = performance.now() + seconds * 1000;
  const asking = Array.from({ length: connections }, (_, index) =>
    askUntil(endsAt, new URL(origin), requestsOfPeople[index % requestsOfPeople.length], latenciesMs, settings),
  );
  await Promise.all(asking);
  return Float64Array.from(latenciesMs);
}

/**
 * The load generator shares the CPUs with the server. So requests without a body are serialised only once, and of a response only the
 * status and its end are parsed: a fraction of the cost of an HTTP client.
 */
function askUntil(
  endsAt,
  { hostname, port, host },
  requests,
  latenciesMs,
  { status, everyMs = 0, onAnswer = () => {} },
) {
  const isExpected = status === undefined ? /^HTTP\/1\.1 2/ : new RegExp(`^HTTP/1\\.1 ${status} `);
  const writers = requests.map((request) => toWriter(host, request));
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port, noDelay: true });
    let next = 0;
    let askedAt = 0;
    let answer = null;
    const askNext = () => {
      askedAt = performance.now();
      if (askedAt >= endsAt) {
        socket.destroy();
        return resolve();
      }
      answer = null;
      socket.write(writers[next]());
      next = (next + 1) % writers.length;
    };
    // Connections with a pause start apart from each other.
    socket.on("connect", () => (everyMs === 0 ? askNext() : setTimeout(askNext, Math.random() * everyMs)));
    socket.on("error", reject);
    socket.on("end", () => reject(new Error("The server closed a connection.")));
    socket.on("data", (bytes) => {
      try {
        answer = readOn(answer, bytes, isExpected);
      } catch (error) {
        socket.destroy();
        return reject(error);
      }
      if (!answer.isWhole) return;
      const tookMs = performance.now() - askedAt;
      latenciesMs.push(tookMs);
      onAnswer();
      if (tookMs >= everyMs) askNext();
      else setTimeout(askNext, everyMs - tookMs);
    });
  });
}

/** @returns a request's bytes; with `makeBody`, a POST whose JSON is made each time */
function toWriter(host, { path, headers, makeBody }) {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (makeBody === undefined) {
    const text = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    return () => text;
  }
  const head = `POST ${path} HTTP/1.1\r\n${lines.join("")}content-type: application/json\r\n`;
  return () => {
    const body = makeBody();
    return `${head}content-length: ${Buffer.byteLength(body)}${headEnd}${body}`;
  };
}

/** Parser state of a response after more bytes. @throws for an error response */
function readOn(answer, bytes, isExpected) {
  if (answer?.missingBytes !== undefined) {
    const missingBytes = answer.missingBytes - bytes.length;
    return { missingBytes, isWhole: missingBytes === 0 };
  }
  const text = (answer?.text ?? "") + bytes.latin1Slice();
  const end = text.indexOf(headEnd);
  if (end < 0) return { text, isWhole: false };
  const head = text.slice(0, end);
  if (!isExpected.test(head)) throw new Error(`An answer was a refusal.\n${text.slice(0, 600)}`);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  // Chunked: the last chunk is empty, and JSON contains no such line ends.
  if (length === undefined) return { text, isWhole: text.endsWith("\r\n0\r\n\r\n") };
  const missingBytes = Number(length) - (text.length - end - headEnd.length);
  return { missingBytes, isWhole: missingBytes === 0 };
}
