import { closeCodes, collaborationPath } from "@blueprint/contract/collaboration";
import { endOtherSessions, endSession, listSessions } from "@blueprint/contract/sessions";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { toDeviceWords } from "./device-words.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const windowsFirefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function signInByPassword(person: TestPerson, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": windowsFirefox, ...headers },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(response.status).toBe(200);
}

describe("the list of sessions", () => {
  it("shows device, address and times, the current one first, and nobody else's", async () => {
    const [person] = [await app.buildPerson(), await app.buildPerson()];
    await signInByPassword(person, { "x-forwarded-for": "203.0.113.9", "x-blueprint-peer-address": "203.0.113.9" });
    const { sessions } = await person.api(listSessions, {});
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    // Headers are not trusted about where a request came from.
    expect(sessions[1]).toMatchObject({ device: "Firefox on Windows", ipAddress: "127.0.0.1" });
  });

  it("shows when each was last seen, to within ten minutes", async () => {
    const person = await app.buildPerson();
    const [before] = (await person.api(listSessions, {})).sessions;
    app.clock.advance(11 * 60_000);
    const again = await app.signIn(person);
    // The reader caches it for five seconds of real time: use another session first.
    const seen = (await again.api(listSessions, {})).sessions;
    expect(seen.find(({ id }) => id === before?.id)?.lastSeenAt).toBe(before?.lastSeenAt);
    await app.context.sql`select pg_notify('session_ended', token) from auth_sessions where id = ${before?.id ?? ""}`;
    await expect
      .poll(async () => {
        await person.api(getMe, {}).catch(() => null);
        const { sessions } = await again.api(listSessions, {});
        return Date.parse(sessions.find(({ id }) => id === before?.id)?.lastSeenAt ?? "");
      })
      .toBeGreaterThan(Date.parse(before?.lastSeenAt ?? ""));
  });
});

describe("ending sessions", () => {
  it("ends one, or all others, at once and with their sockets", async () => {
    const person = await app.buildPerson();
    const [lost, kept] = [await app.signIn(person), await app.signIn(person)];
    await lost.api(getMe, {});
    const socket = new WebSocket(app.url.replace("http", "ws") + collaborationPath, {
      headers: { cookie: lost.cookie },
    });
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    const [row] = await app.context.sql<{ id: string }[]>`select id from auth_sessions where token = ${lost.token}`;
    expect(await person.api(endSession, { params: { sessionId: row?.id ?? "" } })).toEqual({ ended: 1 });
    expect(await closed).toBe(closeCodes.unauthenticated);
    await expect(lost.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    await kept.api(getMe, {});
    expect(await person.api(endOtherSessions, {})).toEqual({ ended: 1 });
    await expect(kept.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await person.api(listSessions, {})).sessions).toHaveLength(1);
  });

  it("never ends another person's session", async () => {
    const [person, stranger] = [await app.buildPerson(), await app.buildPerson()];
    const [theirs] = (await stranger.api(listSessions, {})).sessions;
    const call = person.api(endSession, { params: { sessionId: theirs?.id ?? "" } });
    await expect(call).rejects.toMatchObject({ code: "not-found" });
    await person.api(endOtherSessions, {});
    await stranger.api(getMe, {});
    await expect(app.anonymous(listSessions, {})).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

it.each([
  [windowsFirefox, "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on macOS",
  ],
  ["curl/8.5.0", "A program"],
  ["", "Unknown device"],
])("a device in words: %s", (userAgent, words) => {
  expect(toDeviceWords(userAgent)).toBe(words);
});
