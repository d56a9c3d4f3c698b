import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it.each([
  ["sign-in/email", "a/b; c"],
  ["sign-in/email", "text/plain"],
  ["sign-out", "application/octet-stream"],
])("%s accepts only JSON, and says so for %s", async (path, type) => {
  const { email, password } = await app.buildPerson();
  const answer = await fetch(`${app.url}/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: new TextEncoder().encode(JSON.stringify({ email, password })),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, "unsupported-media-type"]);
});

it("requesting the session with another method is refused, signed in or not", async () => {
  const { cookie } = await app.buildPerson();
  for (const headers of [{}, { cookie, origin: app.context.config.publicUrl }]) {
    const answer = await fetch(`${app.url}/api/auth/get-session`, { method: "POST", headers });
    expect(answer.status).toBe(405);
  }
});

it("an address that is not text is refused, whatever it is", async () => {
  for (const email of [{ toString: "x" }, [], null, 1]) {
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "a quiet corner table" }),
    });
    expect(answer.status, JSON.stringify(email)).toBe(400);
  }
});
