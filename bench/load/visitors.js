// Visitors of published places: each opens the page and fetches the files of its first picture.
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";

const openTimeoutMs = 30_000;

/**
 * Sends visitors at a steady rate, whether or not earlier ones have been served.
 * @returns the time of each page until its last byte, the bytes of all responses, compressed as sent, and the errors
 */
export async function sendVisitors({ url, slugs, perMinute, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 400 });
  const pagesMs = [];
  const errors = [];
  const received = { bytes: 0 };
  const visits = [];
  const total = Math.round((perMinute * seconds) / 60);
  const startedAt = performance.now();
  for (let visitor = 0; visitor < total; visitor += 1) {
    await wait(Math.max(1, startedAt + (visitor * 60_000) / perMinute - performance.now()));
    const slug = slugs[visitor % slugs.length];
    visits.push(
      visit(url, slug, visitor, agent, pagesMs, received).catch((error) =>
        errors.push(String(error?.message ?? error)),
      ),
    );
  }
  await Promise.all(visits);
  agent.destroy();
  return { visits: total, pagesMs, bytes: received.bytes, errors };
}

async function visit(url, slug, visitor, agent, pagesMs, received) {
  // Each visitor has a separate address, so that none exceeds the limits.
  const from = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
  const ask = (path) => open(url + path, { "x-forwarded-for": from, "accept-encoding": "br" }, agent);
  const sentAt = performance.now();
  const page = await ask(`/webxr?b=${slug}`);
  pagesMs.push(performance.now() - sentAt);
  const text = page.encoding === "br" ? brotliDecompressSync(page.bytes).toString() : page.bytes.toString();
  if (!text.includes('id="place"')) throw new Error("A page came without its place.");
  const files = [...text.matchAll(/<(?:link rel="preload"[^>]* href|img src)="([^"]+)"/g)].map(([, path]) => path);
  const answers = [page, ...(await Promise.all(files.map(ask)))];
  received.bytes += answers.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function open(url, headers, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent, timeout: openTimeoutMs }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part)).on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode !== 200) reject(new Error(`${new URL(url).pathname} answered ${answer.statusCode}.`));
        else resolve({ bytes: Buffer.concat(parts), encoding: answer.headers["content-encoding"] });
      });
    });
    request.on("timeout", () => request.destroy(new Error(`No answer within ${openTimeoutMs / 1000} s.`)));
    request.on("error", reject);
  });
}
