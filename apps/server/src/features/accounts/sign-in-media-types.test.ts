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
])("%s takes nothing but JSON, and says so for %s", async (path, type) => {
  const { email, password } = await app.buildPerson();
  const answer = await fetch(`${app.url}/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: new TextEncoder().encode(JSON.stringify({ email, password })),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, "unsupported-media-type"]);
});
