import { cpuSeconds } from "../uploads/measured-server.js";
import { installPeer } from "./peers.js";

const connections = 50;
const warmUpSeconds = 2;

/**
 * Asks a server from 50 connections, each a signed-in person who repeats their own requests.
 * @returns requests a second, the latencies' 50th and 99th percentiles in milliseconds, and the processor time of the
 * server's process for a request in microseconds, the database's not counted
 */
export async function measureLoad({ origin, child }, requestsOfPeople, seconds) {
  const autocannon = installPeer("load").requirePeer("autocannon");
  await run(autocannon, origin, requestsOfPeople, warmUpSeconds);
  const cpuBefore = cpuSeconds(child.pid);
  const latenciesMs = await run(autocannon, origin, requestsOfPeople, seconds);
  const cpuMicroseconds = ((cpuSeconds(child.pid) - cpuBefore) / latenciesMs.length) * 1e6;
  latenciesMs.sort();
  const percentile = (share) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))];
  return { perSecond: latenciesMs.length / seconds, p50: percentile(0.5), p99: percentile(0.99), cpuMicroseconds };
}

function run(autocannon, url, requestsOfPeople, duration) {
  const latenciesMs = [];
  let people = 0;
  const setupClient = (client) => {
    client.setRequests(requestsOfPeople[people % requestsOfPeople.length]);
    people += 1;
  };
  return new Promise((resolve, reject) => {
    const instance = autocannon({ url, connections, duration, setupClient }, (error, result) => {
      if (error) reject(error);
      else if (result.non2xx + result.errors + result.timeouts > 0)
        reject(new Error(`${result.non2xx} answers were refusals, ${result.errors} requests failed.`));
      else resolve(Float64Array.from(latenciesMs));
    });
    instance.on("response", (_client, _status, _bytes, ms) => latenciesMs.push(ms));
  });
}
