import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  changePassword,
  confirmIdentity,
  getSignInMethods,
  removePasskey,
  requestEmailChange,
  unlinkGoogle,
} from "@blueprint/contract/account";
import { deleteAccount } from "@blueprint/contract/account-end";
import { createApiKey } from "@blueprint/contract/api-keys";
import { listNotifications } from "@blueprint/contract/notifications";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { SoftwareAuthenticator } from "./testing/software-authenticator.ts";

let app: TestApp;
let person: TestPerson;
let passkey: SoftwareAuthenticator;
let passkeyId: string;

beforeEach(async () => {
  app = await createTestApp({ config: { signInAttemptsPerMinute: 10_000 } });
  person = await app.buildPerson({ name: "Ada" });
  passkey = new SoftwareAuthenticator(app.context.config.publicUrl);
  const { passkeys } = await addKey(passkey);
  passkeyId = passkeys[0]?.id ?? "";
  const now = new Date().toISOString();
  await app.context.sql`
    insert into auth_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
    values (${app.context.ids.uuid()}, ${person.userId}, 'sub', 'google', ${now}, ${now})`;
  return () => app.close();
});

async function addKey(authenticator: SoftwareAuthenticator) {
  const { options } = await person.api(beginPasskey, { body: {} });
  const response = authenticator.register(String(options.challenge));
  return await person.api(addPasskey, { body: { name: "Phone", response } });
}

async function linkGoogle(): Promise<unknown> {
  const response = await fetch(`${app.url}/api/auth/link-social`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: person.cookie },
    body: JSON.stringify({ provider: "google", callbackURL: "/settings", disableRedirect: true }),
  });
  return ((await response.json()) as { code?: string }).code;
}

/** Every change that could hand the account to another person. */
const changes: Record<string, () => Promise<unknown>> = {
  "another address": () => person.api(requestEmailChange, { body: { email: "new@example.org" } }),
  "a new passkey": () => addKey(new SoftwareAuthenticator(app.context.config.publicUrl)),
  "a passkey less": () => person.api(removePasskey, { params: { passkeyId } }),
  "an API key": () =>
    person.api(createApiKey, {
      params: { teamId: person.personalTeamId },
      body: { name: "Night job", scopes: ["read"] },
    }),
  "no Google": () => person.api(unlinkGoogle, {}),
  "the end": () => person.api(deleteAccount, { body: {} }),
};

async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.context.sql<{ subject: string }[]>`
    select payload->>'subject' as subject from graphile_worker._private_jobs where payload->>'to' = ${email}`;
  return rows.map(({ subject }) => subject);
}

const inboxTitles = async () =>
  (await person.api(listNotifications, { query: {} })).notifications.map(({ title }) => title);
const waitTillProofIsOld = () => app.clock.advance(11 * 60_000);
const confirm = (password: string) => person.api(confirmIdentity, { body: { password } });

describe("a sensitive change", () => {
  it.each(Object.keys(changes))("to %s asks for confirmation once the session is ten minutes old", async (name) => {
    const change = changes[name] as () => Promise<unknown>;
    waitTillProofIsOld();
    expect(await outcome(change())).toBe("confirmation-needed");
    await confirm(person.password);
    expect(await outcome(change())).toBe("ok");
  });

  it("to the first password asks too; a later one requires the current one, however fresh the session is", async () => {
    const newPassword = "another horse";
    expect(await outcome(person.api(changePassword, { body: { newPassword } }))).toBe("wrong-password");
    await app.context.sql`delete from auth_accounts where user_id = ${person.userId} and provider_id = 'credential'`;
    waitTillProofIsOld();
    expect(await outcome(person.api(changePassword, { body: { newPassword } }))).toBe("confirmation-needed");
    const { options } = await person.api(beginPasskeyConfirmation, {});
    await person.api(confirmIdentity, { body: { response: passkey.authenticate(String(options.challenge)) } });
    expect(await outcome(person.api(changePassword, { body: { newPassword } }))).toBe("ok");
  });

  it("to link Google asks too", async () => {
    waitTillProofIsOld();
    expect(await linkGoogle()).toBe("confirmation-needed");
    await confirm(person.password);
    expect(await linkGoogle()).not.toBe("confirmation-needed");
  });

  it.each([
    ["a new passkey", "A passkey was added to your account"],
    ["a passkey less", "A passkey was removed from your account"],
    ["an API key", "An API key was created in your name"],
    ["no Google", "Google was unlinked from your account"],
  ])("to %s is reported by mail and in the inbox", async (name, title) => {
    const count = (titles: string[]) => titles.filter((one) => one === title).length;
    const before = [count(await mailsTo(person.email)), count(await inboxTitles())];
    await (changes[name] as () => Promise<unknown>)();
    expect([count(await mailsTo(person.email)), count(await inboxTitles())]).toEqual(before.map((n) => n + 1));
  });

  it("that ends the account is reported by mail and in the inbox", async () => {
    await person.api(deleteAccount, { body: {} });
    expect(await mailsTo(person.email)).toContain("Your Blueprint account will be deleted");
    expect(await inboxTitles()).toContain("Your account will be deleted");
  });
});

describe("the proof", () => {
  it("is valid for ten minutes and for its own session", async () => {
    const other = await app.signIn(person);
    waitTillProofIsOld();
    await confirm(person.password);
    const asOther = other.api(requestEmailChange, { body: { email: "new@example.org" } });
    expect(await outcome(asOther)).toBe("confirmation-needed");
    waitTillProofIsOld();
    expect(await outcome(changes["an API key"]!())).toBe("confirmation-needed");
  });

  it("is not issued for a wrong password, and further attempts get ever slower", async () => {
    waitTillProofIsOld();
    const codes: string[] = [];
    for (let times = 0; times < 12; times++) {
      codes.push(await outcome(confirm("wrong")));
      if (times < 11) await app.context.sql`update attempts set next_at = next_at - interval '1 minute'`;
    }
    expect(new Set(codes)).toEqual(new Set(["wrong-password"]));
    expect(await outcome(confirm(person.password)), "not even the right one").toBe("too-many-requests");
    expect(await outcome(changes["an API key"]!())).toBe("confirmation-needed");
    await app.context.sql`update attempts set next_at = next_at - interval '1 minute'`;
    expect(await outcome(confirm(person.password))).toBe("ok");
  });

  it("is not issued for another person's passkey, a challenge made for signing in, or one used before", async () => {
    waitTillProofIsOld();
    const stranger = await app.buildPerson();
    const begin = async (api = person.api) => String((await api(beginPasskeyConfirmation, {})).options.challenge);
    const answer = (response: Record<string, unknown>, api = person.api) =>
      outcome(api(confirmIdentity, { body: { response } }));
    expect(await answer(passkey.authenticate(await begin(stranger.api)), stranger.api)).toBe("passkey-refused");
    expect(await answer(passkey.authenticate(await begin(stranger.api)))).toBe("passkey-refused");
    const right = passkey.authenticate(await begin());
    expect(await answer(right)).toBe("ok");
    expect(await answer(right), "again").toBe("passkey-refused");
    expect(await answer({})).toBe("passkey-refused");
  });

  it("lists the passkeys that may answer: the person's own", async () => {
    const { options } = await person.api(beginPasskeyConfirmation, {});
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id.toString("base64url") }]);
    expect((await person.api(getSignInMethods, {})).passkeys).toHaveLength(1);
  });
});
