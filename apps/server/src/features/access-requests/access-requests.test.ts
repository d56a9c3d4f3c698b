import { requestAccess } from "@blueprint/contract/teams";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

let app: TestApp;

// One each: wishes from one address are counted by the minute.
beforeEach(async () => {
  app = await createTestApp();
  return () => app.close();
});

type Wish = Parameters<typeof ask>[0];
const ask = (body: { email: string; name?: string; message?: string; referralCode?: string }) =>
  app.anonymous(requestAccess, { body });
const stored = () =>
  app.context.sql`select email, name, message, referral_code from access_requests order by created_at`;

describe("asking for access", () => {
  it("keeps the wish word for word, and answers alike for addresses that have an account", async () => {
    const known = await app.buildPerson();
    const message = "<script>alert(1)</script>\nPlease & thanks";
    expect(await ask({ email: "Wish@Example.org", name: "<b>W</b>", message, referralCode: "AB12CD" })).toEqual({
      received: true,
    });
    expect(await ask({ email: known.email })).toEqual({ received: true });
    expect([...(await stored())]).toEqual([
      { email: "wish@example.org", name: "<b>W</b>", message, referral_code: "AB12CD" },
      { email: known.email, name: "", message: "", referral_code: null },
    ]);
  });

  it.each<[string, Wish]>([
    ["email", { email: "no address" }],
    ["name", { email: "a@example.org", name: "x".repeat(10_000) }],
    ["message", { email: "a@example.org", message: "a\0b" }],
    ["referralCode", { email: "a@example.org", referralCode: "ab12cd" }],
  ])("refuses what %s cannot be, and keeps nothing", async (field, wish) => {
    await expect(ask(wish)).rejects.toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    expect(await stored()).toHaveLength(0);
  });

  it("is heard five times a minute from one address", async () => {
    for (let times = 0; times < 5; times++) await ask({ email: `a${times}@example.org` });
    await expect(ask({ email: "a6@example.org" })).rejects.toMatchObject({ code: "too-many-requests", status: 429 });
    expect(await stored()).toHaveLength(5);
  });
});
