import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

describe("requests of a minute, behind a trusted proxy", () => {
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
  ])("are counted apart for %s and %s", async (first, second) => {
    const left = await countLeft(first);
    expect(await countLeft(second)).toBe(left);
  });
});
