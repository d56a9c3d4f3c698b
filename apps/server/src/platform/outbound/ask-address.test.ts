import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askAddress } from "./ask-address.ts";
import type { AddressJudge } from "./judged-request.ts";
import { isPublicAddress } from "./public-address.ts";
import { type LinkServer, startLinkServer } from "./testing/link-server.ts";

let site: LinkServer;
/** A private network's server: nothing may ever reach it. */
let inner: LinkServer;

beforeAll(async () => {
  [site, inner] = await Promise.all([startLinkServer(), startLinkServer({ host: "127.0.0.2" })]);
});
afterAll(() => Promise.all([site.close(), inner.close()]));

const onlySite: AddressJudge = (address) => address === "127.0.0.1";
const ask = (url: string, mayReach: AddressJudge = onlySite, signal = new AbortController().signal) =>
  askAddress({ url: url.startsWith("/") ? site.url + url : url, mayReach, signal });

describe("requesting an address", () => {
  it.each([
    ["/page", "reachable", null, 200],
    ["/status/204", "reachable", null, 204],
    ["/page#part", "reachable", null, 200],
    ["/only-get/405", "reachable", null, 200],
    ["/only-get/501", "reachable", null, 200],
    ["/only-get/404", "reachable", null, 200],
    ["/status/404", "broken", "not-found", 404],
    ["/status/410", "broken", "not-found", 410],
    ["/status/401", "unknown", "other-status", 401],
    ["/status/403", "unknown", "other-status", 403],
    ["/status/429", "unknown", "other-status", 429],
    ["/status/500", "unknown", "other-status", 500],
    ["/status/503", "unknown", "other-status", 503],
    ["/hops/5", "reachable", null, 200],
    ["/hops/6", "unknown", "redirects", 307],
    ["/to?url=/status/404", "broken", "not-found", 404],
    ["/to?url=mailto:a@example.org", "unknown", "redirects", 302],
    ["/to?url=http://", "unknown", "redirects", 302],
    ["/status/301", "unknown", "redirects", 301],
    ["/endless", "reachable", null, 200],
    ["/endless-headers", "unknown", "no-answer", null],
    [`http://${"a".repeat(64)}.example.org/`, "broken", "host-unknown", null],
  ] as const)("%s is %s: %s", async (url, outcome, cause, status) => {
    expect(await ask(url)).toEqual({ outcome, cause, status });
  });

  it("ends a redirect loop at the first repeated address", async () => {
    expect(await ask("/circle/a")).toEqual({ outcome: "unknown", cause: "redirects", status: 302 });
    expect(site.asked.filter((line) => line.includes("circle"))).toEqual(["HEAD /circle/a", "HEAD /circle/b"]);
  });

  it("reports a closed port as a refused connection, and a wrong certificate as wrong", async () => {
    const closed = await startLinkServer();
    await closed.close();
    expect(await ask(closed.url)).toEqual({ outcome: "broken", cause: "connection-refused", status: null });
    const tls = await startLinkServer({ isTls: true });
    expect(await ask(`${tls.url}/page`)).toEqual({ outcome: "broken", cause: "certificate", status: null });
    expect(tls.asked).toEqual([]);
    await tls.close();
  });

  it("gives up on a site that stays silent", async () => {
    const answer = await ask("/silent", onlySite, AbortSignal.timeout(50));
    expect(answer).toEqual({ outcome: "unknown", cause: "no-answer", status: null });
  });

  it("never sends a password contained in a link", async () => {
    const withPassword = site.url.replace("http://", "http://user:secret@");
    expect(await ask(`${withPassword}/no-password`)).toMatchObject({ outcome: "reachable" });
    expect(await ask(`/to?url=${encodeURIComponent(`${withPassword}/no-password`)}`)).toMatchObject({
      outcome: "reachable",
    });
  });
});

describe("addresses of the server's own network", () => {
  const refused = { outcome: "unknown", cause: "private-network", status: null };

  it("are not requested, whether they are written as numbers or as a name", async () => {
    const before = site.asked.length;
    const { port } = new URL(site.url);
    const hosts = ["127.0.0.1", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "localhost"];
    for (const host of hosts) expect(await ask(`http://${host}:${port}/page`, isPublicAddress), host).toEqual(refused);
    expect(await ask("http://169.254.169.254/latest/meta-data/", isPublicAddress)).toEqual(refused);
    expect(site.asked.length).toBe(before);
  });

  it("are not reached through redirects either: each is checked like the first address", async () => {
    const target = encodeURIComponent(`${inner.url}/page`);
    expect(await ask(`/to?url=${target}`)).toEqual(refused);
    expect(await ask(`/to?url=${encodeURIComponent(`/to?url=${target}`)}`)).toEqual(refused);
    // Public the first time and private the second, like a name that is rebound in between.
    let judged = 0;
    const toName = site.url.replace("127.0.0.1", "localhost");
    expect(await ask(`/to?url=${encodeURIComponent(toName)}`, () => ++judged === 1)).toEqual(refused);
    expect(inner.asked).toEqual([]);
  });
});
