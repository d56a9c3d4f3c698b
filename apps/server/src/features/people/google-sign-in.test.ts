import { createServer } from "node:http";
import { requestEmailChange } from "@blueprint/contract/account";
import { type GoogleState, getAuthMethods, googlePopup } from "@blueprint/contract/accounts";
import { createApiClient } from "@blueprint/contract/api-client";
import { listAuditEvents } from "@blueprint/contract/audit";
import { getInstallationSettings, saveInstallationSettings } from "@blueprint/contract/installation-settings";
import { listNotifications } from "@blueprint/contract/notifications";
import { inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { findFreePort } from "../../testing/free-port.ts";
import { outcome } from "../../testing/outcome.ts";
import { findGoogleSignIn, toProviderConfig } from "./google-provider.ts";
import { type OpenIdProvider, startOpenIdProvider } from "./testing/open-id-provider.ts";

let app: TestApp;
let owner: TestPerson;
let provider: OpenIdProvider;

beforeEach(async () => {
  const port = await findFreePort();
  const publicUrl = `http://localhost:${port}`;
  provider = await startOpenIdProvider(publicUrl + googlePopup.callbackPath);
  const { issuer, clientId, clientSecret } = provider;
  app = await createTestApp({
    config: { port, host: "localhost", publicUrl, google: { issuer, clientId, clientSecret }, logLevel: "silent" },
  });
  owner = await app.buildPerson({ name: "Ada", email: "ada@example.org" });
});
afterEach(async () => {
  await app.close();
  await provider.close();
});

interface Outcome {
  /** What the popup reports to the page that opened it. */
  message: { token?: string; redirectTo?: string; nonce?: string; error?: { code: string; description?: string } };
  headers: Headers;
  cookie: string;
}

/**
 * Goes through the popup from its first address to its last page, as a browser would; `choose` null cancels at the
 * provider.
 */
async function goThroughPopup(
  choose: string | null,
  { callbackPath = "/login", cookie = "" }: { callbackPath?: string; cookie?: string } = {},
): Promise<Outcome> {
  const publicUrl = app.context.config.publicUrl;
  const cookies = new Map<string, Map<string, string>>();
  if (cookie !== "") cookies.set(publicUrl, new Map([cookie.split("=") as [string, string]]));
  const visit = async (url: string, body?: URLSearchParams): Promise<Response> => {
    const { origin } = new URL(url);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  let url =
    publicUrl +
    `${googlePopup.startPath}?provider=google&popupOrigin=${encodeURIComponent(publicUrl)}&popupNonce=n1` +
    `&callbackURL=${callbackPath}&newUserCallbackURL=/onboarding`;
  for (let steps = 0; steps < 12; steps++) {
    let response = await visit(url);
    if (response.status === 200 && new URL(url).pathname.startsWith("/choose/"))
      response = await visit(url, new URLSearchParams(choose === null ? {} : { account: choose }));
    const location = response.status < 300 ? null : response.headers.get("location");
    if (location === null) {
      const page = await response.text();
      const data = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1];
      if (data === undefined) throw new Error(`${url} answered ${response.status}: ${page.slice(0, 500)}`);
      const jar = cookies.get(publicUrl) ?? new Map<string, string>();
      const session = jar.get("better-auth.session_token") ?? "";
      return {
        message: JSON.parse(data) as Outcome["message"],
        headers: response.headers,
        cookie: session === "" ? "" : `better-auth.session_token=${session}`,
      };
    }
    url = new URL(location, url).href;
  }
  throw new Error("The popup goes in circles.");
}

const invite = (email: string) =>
  owner.api(inviteToTeam, { params: { teamId: owner.personalTeamId }, body: { addresses: email, role: "editor" } });
const clientOf = ({ cookie }: Pick<Outcome, "cookie">) => createApiClient({ baseUrl: app.url, headers: { cookie } });
const countAccounts = async (email: string) =>
  (await app.context.sql`select id from auth_users where email = ${email}`).length;
const bob = { sub: "g-bob", email: "Bob@example.org", email_verified: true, name: "Bob Bauer" };

describe("signing in with Google", () => {
  it("creates the account of an open invitation: profile, personal team, the inviting team, the invitation's end", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    const outcome = await goThroughPopup(bob.sub);
    expect(outcome.message).toMatchObject({ nonce: "n1", redirectTo: "/onboarding" });
    expect(outcome.message.error).toBeUndefined();
    const me = await clientOf(outcome)(getMe, {});
    expect(me.profile).toMatchObject({
      email: "bob@example.org",
      name: "Bob Bauer",
      username: "bob_bauer",
      finishedOnboarding: false,
      numSessions: 1,
      dailyActiveStreak: 1,
      planType: "free",
      credits: 0,
      referralCode: expect.stringMatching(/^[A-Z0-9]{6}$/),
    });
    expect(me.teams.map(({ role, isPersonal }) => [role, isPersonal])).toEqual([
      ["owner", true],
      ["editor", false],
    ]);
    const { invitations } = await owner.api(listTeamMembers, { params: { teamId: owner.personalTeamId } });
    expect(invitations).toMatchObject([{ email: "bob@example.org", state: "accepted" }]);
    const rows = await app.context.sql`
      select provider_id, access_token, refresh_token, id_token from auth_accounts where user_id = ${me.profile.uid}`;
    expect(rows, "nothing that could be stolen is kept").toEqual([
      { provider_id: "google", access_token: null, refresh_token: null, id_token: null },
    ]);
  });

  it("counts a later sign-in, but not the one that created the account", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    await goThroughPopup(bob.sub);
    const again = await goThroughPopup(bob.sub);
    expect(again.message.redirectTo).toBe("/login");
    expect((await clientOf(again)(getMe, {})).profile.numSessions).toBe(2);
    expect(await countAccounts("bob@example.org")).toBe(1);
  });

  it("shows the account chooser every time", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    await goThroughPopup(bob.sub);
    await goThroughPopup(bob.sub);
    expect(provider.timesChosen()).toBe(2);
    const start = await fetch(
      `${app.context.config.publicUrl}${googlePopup.startPath}?provider=google&popupOrigin=${encodeURIComponent(app.context.config.publicUrl)}`,
      { redirect: "manual" },
    );
    const asked = new URL(start.headers.get("location") ?? "").searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      prompt: "select_account",
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("asks another issuer for its account chooser only if it has one", async () => {
    const without = await startOpenIdProvider("https://blueprint.example/back", { offersChooser: false });
    try {
      const prompts = [];
      for (const { issuer, clientId, clientSecret } of [provider, without]) {
        const found = await findGoogleSignIn({ issuer, clientId, clientSecret }, app.context.log);
        prompts.push(found === null ? "none found" : toProviderConfig(found).prompt);
      }
      expect(prompts).toEqual(["select_account", undefined]);
    } finally {
      await without.close();
    }
  });

  it("is the same account as the password's, in both orders", async () => {
    provider.addPerson({ sub: "g-ada", email: "ada@example.org", email_verified: true });
    const outcome = await goThroughPopup("g-ada");
    const { profile } = await clientOf(outcome)(getMe, {});
    expect(profile).toMatchObject({ uid: owner.userId, name: "Ada", numSessions: 2 });
    expect(await countAccounts("ada@example.org")).toBe(1);
    const withPassword = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    });
    expect(withPassword.status).toBe(200);
  });

  it("lets nobody in without an invitation, names the address, and leaves no row", async () => {
    provider.addPerson(bob);
    const { message, cookie } = await goThroughPopup(bob.sub);
    expect(message.error).toEqual({ code: "access-denied", description: "bob@example.org" });
    expect(message.token).toBeUndefined();
    expect(cookie).toBe("");
    expect(await countAccounts("bob@example.org")).toBe(0);
    expect(await app.context.sql`select 1 from auth_accounts where provider_id = 'google'`).toHaveLength(0);
  });

  it("queries on one connection, so that concurrent sign-ins never wait for each other's", async () => {
    provider.addPerson(bob);
    const { pool } = app.context.sql;
    const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    try {
      expect((await goThroughPopup(bob.sub)).message.error?.code, "without an invitation").toBe("access-denied");
    } finally {
      for (const connection of held) connection.release();
    }
  });

  it.each(["expired", "revoked"])("an invitation that is %s lets nobody in", async (how) => {
    await invite("bob@example.org");
    if (how === "expired") app.clock.advance(8 * 24 * 3600 * 1000);
    else await app.context.sql`update invitations set revoked_at = now()`;
    provider.addPerson(bob);
    expect((await goThroughPopup(bob.sub)).message.error?.code).toBe("access-denied");
    expect(await countAccounts("bob@example.org")).toBe(0);
  });

  it("trusts only verified addresses", async () => {
    await invite("bob@example.org");
    provider.addPerson({ ...bob, email_verified: false });
    expect((await goThroughPopup(bob.sub)).message.error?.code).toBe("access-denied");
    provider.addPerson({ sub: "g-eve", email: owner.email, email_verified: false });
    const taken = await goThroughPopup("g-eve");
    expect(taken.message.error?.code).toBe("account_not_linked");
    expect(taken.cookie).toBe("");
  });

  it("refuses a disabled account, whether or not Google knew it before", async () => {
    provider.addPerson({ sub: "g-ada", email: owner.email, email_verified: true });
    await app.context.sql`update auth_users set disabled_at = now() where id = ${owner.userId}`;
    expect((await goThroughPopup("g-ada")).message.error?.code).toBe("user-disabled");
    expect(await app.context.sql`select 1 from auth_accounts where provider_id = 'google'`).toHaveLength(0);
    await app.context.sql`update auth_users set disabled_at = null`;
    expect((await goThroughPopup("g-ada")).message.error).toBeUndefined();
    await app.context.sql`update auth_users set disabled_at = now() where id = ${owner.userId}`;
    const refused = await goThroughPopup("g-ada");
    expect(refused.message.error?.code).toBe("user-disabled");
    expect(refused.cookie).toBe("");
  });

  it("is turned off and on by an operator at run time; people who only use Google choose a password by email", async () => {
    const operator = await app.buildPerson({ isOperator: true });
    await invite("bob@example.org");
    provider.addPerson(bob);
    await goThroughPopup(bob.sub);
    const allow = async (allowsGoogle: boolean) => {
      const { settings, version } = await operator.api(getInstallationSettings, {});
      const body = { basedOnVersion: version, settings: { ...settings, allowsGoogle } };
      await operator.api(saveInstallationSettings, { body });
    };
    const state = async () =>
      (await createApiClient({ baseUrl: app.context.config.publicUrl })(getAuthMethods, {})).google;
    await allow(false);
    expect(await state()).toBe<GoogleState>("switched-off");
    const refused = await goThroughPopup(bob.sub);
    expect([refused.message.error?.code, refused.cookie]).toEqual(["operation-not-allowed", ""]);
    provider.addPerson({ sub: "g-ada", email: owner.email, email_verified: true });
    expect((await goThroughPopup("g-ada")).message.error?.code, "nor is it linked").toBe("operation-not-allowed");
    expect(await app.context.sql`select 1 from auth_accounts where account_id = 'g-ada'`).toHaveLength(0);

    const post = (path: string, body: object) =>
      fetch(`${app.url}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await post("/request-password-reset", { email: "bob@example.org" });
    let token = "";
    await expect
      .poll(async () => {
        const [mail] = await app.context.sql<{ text: string }[]>`
          select payload->>'text' as text from graphile_worker._private_jobs
          where payload->>'to' = 'bob@example.org' and payload->>'text' like '%reset=%'`;
        token = /reset=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
        return token;
      })
      .not.toBe("");
    expect((await post("/reset-password", { token, newPassword: "correct horse" })).status).toBe(200);
    const withPassword = await post("/sign-in/email", { email: "bob@example.org", password: "correct horse" });
    expect(withPassword.status).toBe(200);

    await allow(true);
    expect(await state()).toBe<GoogleState>("available");
    expect((await goThroughPopup(bob.sub)).message.error).toBeUndefined();
  });

  it("reports it when someone cancels at the provider", async () => {
    expect((await goThroughPopup(null)).message.error?.code).toBe("access_denied");
  });

  it("completes at the next sign-in what a killed server left half done", async () => {
    await invite("bob@example.org");
    // The state after a server died between creating the account and its profile.
    const id = app.context.ids.uuid();
    await app.context.sql`
      insert into auth_users (id, email, email_verified, name, created_at, updated_at)
      values (${id}, 'bob@example.org', true, 'Bob', now(), now())`;
    await app.context.sql`
      insert into auth_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
      values (${app.context.ids.uuid()}, ${id}, ${bob.sub}, 'google', now(), now())`;
    provider.addPerson(bob);
    const [one, other] = await Promise.all([goThroughPopup(bob.sub), goThroughPopup(bob.sub)]);
    for (const outcome of [one, other]) expect(outcome.message.error).toBeUndefined();
    const me = await clientOf(one)(getMe, {});
    expect(me.profile.uid).toBe(id);
    expect(me.teams).toHaveLength(2);
    expect(me.profile.numSessions, "one of the two was the first").toBe(2);
  });

  it("removes a half-created account whose invitation is gone", async () => {
    const id = app.context.ids.uuid();
    await app.context.sql`
      insert into auth_users (id, email, email_verified, name, created_at, updated_at)
      values (${id}, 'bob@example.org', true, 'Bob', now(), now())`;
    await app.context.sql`
      insert into auth_accounts (id, user_id, account_id, provider_id, created_at, updated_at)
      values (${app.context.ids.uuid()}, ${id}, ${bob.sub}, 'google', now(), now())`;
    provider.addPerson(bob);
    expect((await goThroughPopup(bob.sub)).message.error?.code).toBe("access-denied");
    expect(await countAccounts("bob@example.org")).toBe(0);
  });

  it("says that the profile could not be created when the database refuses it, and creates it the next time", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    await app.context.sql`alter table users add constraint nobody_new check (email <> 'bob@example.org') not valid`;
    const refused = await goThroughPopup(bob.sub);
    expect(refused.message.error?.code).toBe("google-profile-not-created");
    expect(refused.cookie).toBe("");
    await app.context.sql`alter table users drop constraint nobody_new`;
    expect((await clientOf(await goThroughPopup(bob.sub))(getMe, {})).teams).toHaveLength(2);
  });

  it("ends on a page that may contact its opener and run one script, its own", async () => {
    const { headers } = await goThroughPopup(null);
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'sha256-/);
    const page = await fetch(`${app.url}/healthz`);
    expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  });

  it("reports to no other site", async () => {
    const start = `${app.context.config.publicUrl}${googlePopup.startPath}?provider=google&popupOrigin=`;
    const response = await fetch(start + encodeURIComponent("https://evil.example"), { redirect: "manual" });
    expect(response.status).toBe(403);
  });
});

describe("confirming a person's identity with Google", () => {
  const confirm = (choose: string, cookie: string) =>
    goThroughPopup(choose, { callbackPath: googlePopup.confirmPath, cookie });
  const askForMail = (cookie: string) =>
    outcome(clientOf({ cookie })(requestEmailChange, { body: { email: "new@example.org" } }));
  const countSessions = async () => (await app.context.sql`select 1 from auth_sessions`).length;

  it("lets the session make sensitive changes again, and creates no other one", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    const { cookie } = await goThroughPopup(bob.sub);
    await app.context.sql`update auth_sessions set created_at = now() - interval '1 hour'`;
    expect(await askForMail(cookie)).toBe("confirmation-needed");
    const before = await countSessions();
    const { message, cookie: after } = await confirm(bob.sub, cookie);
    expect(message.error?.code).toBe(googlePopup.confirmedCode);
    expect(after, "the browser keeps its session").toBe(cookie);
    expect(await countSessions()).toBe(before);
    expect(await askForMail(cookie)).toBe("ok");
  });

  it("accepts no other person's account, and nobody without a session", async () => {
    await invite("bob@example.org");
    provider.addPerson(bob);
    await goThroughPopup(bob.sub);
    await app.context.sql`update auth_sessions set created_at = now() - interval '1 hour'`;
    expect((await confirm(bob.sub, owner.cookie)).message.error?.code).toBe("confirmed-by-another");
    expect(await askForMail(owner.cookie)).toBe("confirmation-needed");
    const before = await countSessions();
    expect((await confirm(bob.sub, "")).message.error?.code).toBe("confirmed-by-another");
    expect(await countSessions()).toBe(before);
  });
});

describe("a Google account that is linked", () => {
  it("is reported by mail and in the inbox, and noted in the log of the person's team; one that creates an account is not", async () => {
    provider.addPerson({ sub: "g-ada", email: owner.email, email_verified: true });
    expect((await goThroughPopup("g-ada")).message.error).toBeUndefined();
    const title = "Google was linked to your account";
    const subjects = async (email: string) => {
      await app.settle();
      return (
        await app.context.sql<{ subject: string }[]>`
          select payload->>'subject' as subject from graphile_worker._private_jobs where payload->>'to' = ${email}`
      ).map(({ subject }) => subject);
    };
    await expect.poll(() => subjects(owner.email)).toContain(title);
    const { notifications } = await owner.api(listNotifications, { query: {} });
    expect(notifications.map((one) => one.title)).toContain(title);
    const { events } = await owner.api(listAuditEvents, {
      params: { teamId: owner.personalTeamId },
      query: { action: "account.google-linked" },
    });
    expect(events).toHaveLength(1);
    await invite("bob@example.org");
    provider.addPerson(bob);
    await goThroughPopup(bob.sub);
    expect(await subjects("bob@example.org")).not.toContain(title);
  });

  it("gets a name without characters that change the text direction", async () => {
    await invite("bob@example.org");
    provider.addPerson({ ...bob, name: "Bob\u202e \u200bBauer" });
    const me = await clientOf(await goThroughPopup(bob.sub))(getMe, {});
    expect(me.profile.name).toBe("Bob Bauer");
  });
});

describe("the ways to sign in", () => {
  it("are public", async () => {
    const state = async (url: string) => (await createApiClient({ baseUrl: url })(getAuthMethods, {})).google;
    expect(await state(app.context.config.publicUrl)).toBe<GoogleState>("available");
    const { port } = new URL(app.url);
    expect(await state(`http://127.0.0.1:${port}`).catch(() => "not served there")).toMatch(
      /other-address|not served there/,
    );
    const plain = await createTestApp();
    try {
      expect(await state(plain.url)).toBe<GoogleState>("not-configured");
    } finally {
      await plain.close();
    }
  });

  it("leave Google out if its issuer cannot be read, and the server starts", async () => {
    const google = { issuer: `http://localhost:${await findFreePort()}`, clientId: "a", clientSecret: "b" };
    const alone = await createTestApp({ config: { google, logLevel: "silent" } });
    try {
      expect((await alone.anonymous(getAuthMethods, {})).google).toBe<GoogleState>("issuer-unreachable");
    } finally {
      await alone.close();
    }
  });

  it("wait for an issuer that becomes reachable a moment later", async () => {
    const port = await findFreePort();
    const issuer = `http://localhost:${port}`;
    let asked = 0;
    const late = createServer((_request, response) => {
      if (++asked === 1) return void response.writeHead(503).end();
      const at = (path: string) => `${issuer}/${path}`;
      response.setHeader("content-type", "application/json").end(
        JSON.stringify({
          issuer,
          authorization_endpoint: at("a"),
          token_endpoint: at("t"),
          userinfo_endpoint: at("u"),
        }),
      );
    });
    await new Promise<void>((resolve) => late.listen(port, "localhost", resolve));
    const alone = await createTestApp({ config: { google: { issuer, clientId: "a", clientSecret: "b" } } });
    try {
      expect(asked).toBe(2);
      expect((await alone.anonymous(getAuthMethods, {})).google).not.toBe<GoogleState>("issuer-unreachable");
    } finally {
      await alone.close();
      late.close();
    }
  });

  it("come from the environment: Google's issuer unless another is named", () => {
    const given = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readConfig(given, "/").google).toEqual({
      clientId: "id",
      clientSecret: "secret",
      issuer: "https://accounts.google.com",
    });
    expect(readConfig({ ...given, GOOGLE_ISSUER: "http://localhost:9/" }, "/").google?.issuer).toBe(
      "http://localhost:9",
    );
    expect(
      readConfig({ DESTINATION_ORIGINS: "https://a.example, http://b.example:8000" }, "/").destinationOrigins,
    ).toEqual(["https://a.example", "http://b.example:8000"]);
    expect(() => readConfig({ DESTINATION_ORIGINS: "a.example" }, "/")).toThrow("DESTINATION_ORIGINS");
  });
});
