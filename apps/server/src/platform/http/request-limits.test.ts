import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRedis } from "../../features/scene/testing/redis-process.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

describe("requests per minute, behind a trusted proxy", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ config: { trustedProxies: ["127.0.0.1"] } });
  });
  afterAll(() => app.close());

  async function countLeft(address: string): Promise<number> {
    const answer = await fetch(`${app.url}/api/auth-methods`, { headers: { "x-forwarded-for": address } });
    return Number(answer.headers.get("x-ratelimit-remaining"));
  }

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.8", "::ffff:192.0.2.8"],
    ["2001:db8:1:2:3:4:5:6", "2001:0DB8:0001:0002::1"],
  ])("are counted together for %s and %s", async (first, second) => {
    const left = await countLeft(first);
    expect(left).toBeGreaterThan(0);
    expect(await countLeft(second)).toBe(left - 1);
  });

  it.each([
    ["192.0.2.10", "192.0.2.11"],
    ["2001:db8:5:1::1", "2001:db8:5:2::1"],
  ])("are counted separately for %s and %s", async (first, second) => {
    const left = await countLeft(first);
    expect(await countLeft(second)).toBe(left);
  });
});

describe("requests per minute to servers that share a Redis", () => {
  it("include guesses of passwords: two servers allow no more than one", async ({ skip }) => {
    const redis = await startRedis();
    if (redis === null) return skip("No Redis server is installed here and none could be installed.");
    const config = { trustedProxies: ["127.0.0.1"], redisUrl: redis.url };
    const apps = await Promise.all([createTestApp({ config }), createTestApp({ config })]);
    try {
      const allowed = apps[0].context.config.signInAttemptsPerMinute;
      const statuses: number[] = [];
      for (let sent = 0; sent < 2 * allowed; sent++) {
        const { url, context } = sent % 2 === 0 ? apps[0] : apps[1];
        const answer = await fetch(`${url}/api/auth/sign-in/email`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            origin: context.config.publicUrl,
            "x-forwarded-for": "192.0.2.30",
          },
          body: JSON.stringify({ email: `nobody-${sent}@example.org`, password: "x" }),
        });
        statuses.push(answer.status);
      }
      expect(statuses.indexOf(429)).toBe(allowed);
      expect(statuses.slice(allowed).every((status) => status === 429)).toBe(true);
    } finally {
      await Promise.all(apps.map((app) => app.close()));
      await redis.stop();
    }
  }, 60_000);

  it("are counted together, and by each server alone while Redis is down", async ({ skip }) => {
    const redis = await startRedis();
    if (redis === null) return skip("No Redis server is installed here and none could be installed.");
    const config = { trustedProxies: ["127.0.0.1"], redisUrl: redis.url };
    const apps = await Promise.all([createTestApp({ config }), createTestApp({ config })]);
    const [one, other] = apps;
    const ask = (url: string) => fetch(`${url}/api/auth-methods`, { headers: { "x-forwarded-for": "192.0.2.20" } });
    const countLeft = async (url: string) => Number((await ask(url)).headers.get("x-ratelimit-remaining"));
    try {
      const left = await countLeft(one.url);
      expect(left).toBeGreaterThan(0);
      expect(await countLeft(other.url)).toBe(left - 1);
      expect(await countLeft(one.url)).toBe(left - 2);
      await redis.stop();
      expect((await ask(one.url)).status).toBe(200);
      const signIn = (name: string) =>
        fetch(`${one.url}/api/auth/sign-in/email`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: one.context.config.publicUrl },
          body: JSON.stringify({ email: `${name}@example.org`, password: "x" }),
        });
      const statuses: number[] = [];
      const allowed = one.context.config.signInAttemptsPerMinute;
      for (let sent = 0; sent <= allowed; sent++) statuses.push((await signIn(`nobody-${sent}`)).status);
      expect(statuses.indexOf(429)).toBe(allowed);
    } finally {
      await Promise.all(apps.map((app) => app.close()));
    }
  }, 150_000);
});
