import {
  type AccessRequest,
  acceptAccessRequest,
  declineAccessRequest,
  listAccessRequests,
} from "@blueprint/contract/access-requests";
import { acceptInvitationWithNewAccount, getInvitation, requestAccess } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mail } from "../../platform/mail/mail-sender.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";

let app: TestApp;

// A fresh address each: requests are limited per address and minute.
beforeEach(async () => {
  app = await createTestApp();
  return () => app.close();
});

type Wish = Parameters<typeof ask>[0];
const ask = (body: { email: string; name?: string; message?: string; referralCode?: string }) =>
  app.anonymous(requestAccess, { body });
const stored = () =>
  app.context.sql`select email, name, message, referral_code from access_requests order by created_at`;

describe("requesting access", () => {
  it("keeps the request word for word, and responds the same for addresses that have an account", async () => {
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
  ])("refuses an invalid %s, and keeps nothing", async (field, wish) => {
    await expect(ask(wish)).rejects.toMatchObject({ code: "invalid-input", fields: { [field]: expect.any(String) } });
    expect(await stored()).toHaveLength(0);
  });

  it("is accepted five times a minute from one address", async () => {
    for (let times = 0; times < 5; times++) await ask({ email: `a${times}@example.org` });
    await expect(ask({ email: "a6@example.org" })).rejects.toMatchObject({ code: "too-many-requests", status: 429 });
    expect(await stored()).toHaveLength(5);
  });
});

describe("deciding about access", () => {
  let operator: TestPerson;
  beforeEach(async () => {
    operator = await app.buildPerson({ name: "Grace", isOperator: true });
  });
  const list = async (state: "open" | "decided" = "open") =>
    (await operator.api(listAccessRequests, { query: { state } })).requests;
  const accept = ({ id }: AccessRequest, { api } = operator) =>
    api(acceptAccessRequest, { params: { accessRequestId: id } });
  const decline = ({ id }: AccessRequest, reason = "", { api } = operator) =>
    api(declineAccessRequest, { params: { accessRequestId: id }, body: { reason } });
  const first = async () => (await list())[0] as AccessRequest;
  const mails = async (): Promise<Mail[]> =>
    (
      await app.context.sql<{ payload: Mail }[]>`
        select payload from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = 'send-mail' order by jobs.id`
    ).map(({ payload }) => payload);

  it("does not exist for anyone but operators", async () => {
    await ask({ email: "wish@example.org" });
    const wish = await first();
    const person = await app.buildPerson();
    expect(await outcome(person.api(listAccessRequests, { query: {} }))).toBe("not-found");
    expect(await outcome(accept(wish, person))).toBe("not-found");
    expect(await outcome(decline(wish, "", person))).toBe("not-found");
    expect(await outcome(app.anonymous(listAccessRequests, { query: {} }))).toBe("unauthenticated");
  });

  it("sends an invitation that creates an account with its own team; a second request is settled by it too", async () => {
    await ask({ email: "wish@example.org", message: "Please" });
    await ask({ email: "wish@example.org" });
    expect(await list()).toHaveLength(2);
    expect(await accept(await first())).toMatchObject({ state: "accepted", email: "wish@example.org" });
    expect(await list()).toEqual([]);
    expect(await list("decided")).toHaveLength(2);

    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "wish@example.org", subject: "Your invitation to Blueprint" });
    const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await app.anonymous(getInvitation, { params: { token } })).toMatchObject({
      state: "open",
      email: "wish@example.org",
      teamName: null,
      inviterName: "Grace",
      isOperatorInvitation: false,
    });
    const body = { email: "wish@example.org", password: "correct horse battery" };
    await app.anonymous(acceptInvitationWithNewAccount, { params: { token }, body });
    const [made] = await app.context.sql`select is_operator from auth_users where email = ${body.email}`;
    expect(made).toEqual({ is_operator: false });
  });

  it("replaces the open invitation of the kind with a newer one", async () => {
    for (const _ of ["first", "second"]) {
      await ask({ email: "wish@example.org" });
      await accept(await first());
    }
    const tokens = (await mails()).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? "");
    const states = [];
    for (const token of tokens) states.push((await app.anonymous(getInvitation, { params: { token } })).state);
    expect(states).toEqual(["revoked", "open"]);
  });

  it("credits the owner of its referral code, once, and nobody for their own", async () => {
    const friend = await app.buildPerson();
    const { referralCode } = (await friend.api(getMe, {})).profile;
    await ask({ email: "wish@example.org", referralCode });
    expect(await accept(await first())).toMatchObject({ isReferralCredited: true });
    await ask({ email: "other@example.org", referralCode: "ZZZZZZ" });
    expect(await accept(await first())).toMatchObject({ isReferralCredited: false });
    await ask({ email: "third@example.org", referralCode });
    await decline(await first());
    expect((await friend.api(getMe, {})).profile.credits).toBe(1);
  });

  it("declines with a reason that is mailed, and decides once", async () => {
    await ask({ email: "wish@example.org" });
    const wish = await first();
    expect(await decline(wish, "We are full until spring.")).toMatchObject({ state: "declined" });
    expect(await mails()).toMatchObject([
      { to: "wish@example.org", text: expect.stringContaining("full until spring") },
    ]);
    expect(await outcome(accept(wish))).toBe("conflict");
    expect(await outcome(decline(wish))).toBe("conflict");
  });

  it("says that an address already has an account, and leaves the request open", async () => {
    await ask({ email: (await app.buildPerson()).email });
    const wish = await first();
    expect(await outcome(accept(wish))).toBe("email-already-in-use");
    expect(await list()).toHaveLength(1);
    expect(await mails()).toEqual([]);
  });
});
