import { createApiClient } from "@blueprint/contract/api-client";
import { listBlueprints } from "@blueprint/contract/blueprints";
import { getSession, getUser, saveOnboarding } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let person: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  person = await app.buildPerson();
});
afterAll(() => app.close());

async function signIn(): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(response.status).toBe(200);
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { token: response.headers.get("set-auth-token") ?? "", cookie };
}
const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
const askLibrary = async (headers: Record<string, string>) =>
  (await (await fetch(`${app.url}/api/auth/get-session`, { headers })).json()) as { user: { id: string } } | null;

describe("a session as a bearer token", () => {
  it("is returned by sign-in, in set-auth-token as well as in the cookie", async () => {
    const { token, cookie } = await signIn();
    expect(token).not.toBe("");
    expect(decodeURIComponent(cookie)).toContain(decodeURIComponent(token));
  });

  it("identifies the same person to the endpoints and to the sign-in library as the cookie does", async () => {
    const { token, cookie } = await signIn();
    for (const form of [token, decodeURIComponent(token), encodeURIComponent(decodeURIComponent(token))]) {
      const api = createApiClient({ baseUrl: app.url, headers: bearing(form) });
      expect((await api(getSession, {})).me?.profile.uid).toBe(person.userId);
      expect((await askLibrary(bearing(form)))?.user.id).toBe(person.userId);
    }
    expect((await askLibrary({ cookie }))?.user.id).toBe(person.userId);
  });

  it("reads and writes without any cookie", async () => {
    const api = createApiClient({ baseUrl: app.url, headers: bearing((await signIn()).token) });
    expect((await api(getUser, { params: { uid: person.userId } })).email).toBe(person.email);
    expect((await api(saveOnboarding, { body: { step: "done" } })).profile.finishedOnboarding).toBe(true);
    expect((await api(listBlueprints, { query: { teamId: person.personalTeamId } })).blueprints).toEqual([]);
  });

  it("opens the collaboration socket", async () => {
    const { token } = await signIn();
    const outcome = (headers: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${app.url.replace("http", "ws")}/collab`, { headers });
        // An unknown client is disconnected at once; an authenticated one may take its time to send the first message.
        const kept = setTimeout(() => {
          resolve("kept");
          socket.terminate();
        }, 500);
        socket.on("close", (code) => {
          clearTimeout(kept);
          resolve(String(code));
        });
        socket.on("error", () => {});
      });
    expect(await outcome(bearing(token))).toBe("kept");
    expect(await outcome(bearing("abc.c2lnbmF0dXJl"))).not.toBe("kept");
  });

  it("is worthless when forged, truncated or signed by someone else, to both of them", async () => {
    const { token } = await signIn();
    const plain = decodeURIComponent(token);
    for (const forged of [plain.split(".")[0] ?? "", `${plain.split(".")[0]}.AAAA`, plain.slice(0, -4), `x${plain}`]) {
      const api = createApiClient({ baseUrl: app.url, headers: bearing(forged) });
      expect((await api(getSession, {})).me, forged).toBeNull();
      expect(await askLibrary(bearing(forged)), forged).toBeNull();
    }
  });

  it("ends for both when it signs out", async () => {
    const { token } = await signIn();
    const response = await fetch(`${app.url}/api/auth/sign-out`, {
      method: "POST",
      headers: { ...bearing(token), "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(200);
    const api = createApiClient({ baseUrl: app.url, headers: bearing(token) });
    expect((await api(getSession, {})).me).toBeNull();
    expect(await askLibrary(bearing(token))).toBeNull();
  });
});
