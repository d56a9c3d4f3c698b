import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getSignInMethods,
  removePasskey,
  signInWithPasskey,
} from "@blueprint/contract/account";
import { createApiClient } from "@blueprint/contract/api-client";
import { limits } from "@blueprint/contract/limits";
import { listSessions } from "@blueprint/contract/sessions";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { SoftwareAuthenticator } from "./testing/software-authenticator.ts";

let app: TestApp;
let person: TestPerson;
let key: SoftwareAuthenticator;

// A fresh address each: attempts are limited per address and minute.
beforeEach(async () => {
  app = await createTestApp();
  person = await app.buildPerson();
  key = new SoftwareAuthenticator(new URL(app.context.config.publicUrl).origin);
  return () => app.close();
});

const begin = async (who: TestPerson) => {
  const { options } = await who.api(beginPasskey, { body: { password: who.password } });
  return String(options.challenge);
};
const add = async (who = person, authenticator = key) =>
  who.api(addPasskey, { body: { name: "Phone", response: authenticator.register(await begin(who)) } });
const ask = async () => String((await app.anonymous(beginPasskeySignIn, {})).options.challenge);
/** The session's cookie, or the reason there is none. */
async function signIn(response: Record<string, unknown>) {
  const answer = await fetch(app.url + signInWithPasskey.url, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Firefox/145.0 (Windows)" },
    body: JSON.stringify({ response }),
  });
  const { code = "" } = (await answer.json()) as { code?: string };
  return { code, cookie: answer.headers.getSetCookie()[0] ?? "" };
}

it("a passkey opens a session like any other sign-in, in a cookie that scripts cannot read", async () => {
  expect((await add()).passkeys).toMatchObject([{ name: "Phone", lastUsedAt: null }]);
  const before = (await person.api(getMe, {})).profile.numSessions;
  const { cookie } = await signIn(key.authenticate(await ask()));
  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="]) expect(cookie).toContain(part);
  const api = createApiClient({ baseUrl: app.url, headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect((await api(getMe, {})).profile).toMatchObject({ uid: person.userId, numSessions: before + 1 });
  const [session] = (await api(listSessions, {})).sessions;
  expect(session).toMatchObject({ isCurrent: true, device: "Firefox on Windows", ipAddress: "127.0.0.1" });
  const { passkeys } = await person.api(getSignInMethods, {});
  expect(passkeys[0]?.lastUsedAt).not.toBeNull();
});

it("answers a challenge once, its own, and in time", async () => {
  await add();
  const answer = key.authenticate(await ask());
  expect((await signIn(answer)).code).toBe("");
  expect((await signIn(answer)).code, "again").toBe("passkey-refused");
  expect((await signIn(key.authenticate("bm90IGFza2Vk"))).code, "never asked").toBe("passkey-refused");
  expect((await signIn(key.authenticate(await begin(person)))).code, "asked for making one").toBe("passkey-refused");
  const late = await ask();
  app.clock.advance(6 * 60_000);
  expect((await signIn(key.authenticate(late))).code, "late").toBe("passkey-refused");
});

it("is refused when it comes from another origin, another key or a copy", async () => {
  await add();
  const elsewhere = new SoftwareAuthenticator("http://evil.example");
  expect((await signIn(elsewhere.authenticate(await ask()))).code).toBe("passkey-refused");
  const forged = { ...new SoftwareAuthenticator(app.context.config.publicUrl).authenticate(await ask()) };
  const id = key.id.toString("base64url");
  expect((await signIn({ ...forged, id, rawId: id })).code).toBe("passkey-refused");
  expect((await signIn(key.authenticate(await ask(), 9))).code).toBe("");
  expect((await signIn(key.authenticate(await ask(), 3))).code, "its counter went back").toBe("passkey-refused");
});

it("signs in on one connection, so concurrent sign-ins never wait for each other's", async () => {
  await add();
  const answer = key.authenticate(await ask());
  const { pool } = app.context.sql;
  const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
  try {
    expect((await signIn(answer)).code).toBe("");
  } finally {
    for (const connection of held) connection.release();
  }
});

it("never turns the counter back with concurrent responses", async () => {
  await add();
  const answers: Record<string, unknown>[] = [];
  for (const counter of [4, 3, 2]) answers.push(key.authenticate(await ask(), counter));
  const codes = (await Promise.all(answers.map(signIn))).map(({ code }) => code);
  expect(codes[0], "the highest").toBe("");
  const [row] = await app.context.sql`select counter from passkeys`;
  expect(Number(row?.counter)).toBe(4);
});

it("is stored once when added twice at once", async () => {
  const responses = [key.register(await begin(person)), key.register(await begin(person))];
  const added = await Promise.allSettled(
    responses.map((response) => person.api(addPasskey, { body: { name: "Phone", response } })),
  );
  expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(added.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "passkey-refused" } });
});

it("are limited in number per person, even when two are added at once", async () => {
  await add();
  const responses = [1, 2].map(() => new SoftwareAuthenticator(new URL(app.context.config.publicUrl).origin));
  const made = await Promise.all(responses.map(async (one) => one.register(await begin(person))));
  await app.context.sql`
    insert into passkeys select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
      'credential_id', gen_random_uuid()))).* from passkeys one, generate_series(3, ${limits.passkeysPerPersonMax})`;
  const added = await Promise.allSettled(
    made.map((response) => person.api(addPasskey, { body: { name: "Phone", response } })),
  );
  expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(added.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "passkeys-too-many" } });
  await expect(begin(person), "before the device makes one").rejects.toMatchObject({ code: "passkeys-too-many" });
});

it("belongs to one account, and says when that account is disabled", async () => {
  await add();
  const other = await app.buildPerson();
  await expect(add(other)).rejects.toMatchObject({ code: "passkey-refused" });
  await app.context.sql`update auth_users set disabled_at = now() where id = ${person.userId}`;
  expect(await signIn(key.authenticate(await ask()))).toEqual({ code: "user-disabled", cookie: "" });
});

it("is removed by its own person only, and opens nothing afterwards", async () => {
  const [passkey] = (await add()).passkeys;
  const params = { passkeyId: passkey?.id ?? "" };
  const other = await app.buildPerson();
  await expect(other.api(removePasskey, { params })).rejects.toMatchObject({ code: "not-found" });
  expect((await person.api(removePasskey, { params })).passkeys).toEqual([]);
  expect((await signIn(key.authenticate(await ask()))).code).toBe("passkey-refused");
});
