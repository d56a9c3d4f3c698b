import { signInWithPasskey } from "@blueprint/contract/account";
import { listFormResponses } from "@blueprint/contract/form-answers";
import { unsubscribePush } from "@blueprint/contract/notifications";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await createTestApp();
  person = await app.buildPerson();
});
afterAll(() => app.close());

describe("U+0000, which PostgreSQL cannot store, is invalid input wherever it comes from", () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      "a field that is looked up as it is",
      () => app.anonymous(signInWithPasskey, { body: { response: { id: "a\0b" } } }),
    ],
    [
      "a part of an address",
      async () => {
        const { id: blueprintId } = await app.buildBlueprint(person);
        return person.api(listFormResponses, { params: { blueprintId, anchorId: "a\0b" }, query: {} });
      },
    ],
    ["something to be deleted", () => person.api(unsubscribePush, { body: { endpoint: "a\0b" } })],
  ])("%s", async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: "invalid-input" });
  });
});

describe("a failure", () => {
  const ask = (accept: string) => fetch(`${app.url}/api/teams/none/plan`, { headers: { accept } });

  it("has its code next to the body", async () => {
    const response = await ask("*/*");
    const { code } = (await response.json()) as { code: string };
    expect([response.status, code, response.headers.get("x-error-code")]).toEqual([
      401,
      "unauthenticated",
      "unauthenticated",
    ]);
  });

  it("is plain text for clients that prefer it", async () => {
    const response = await ask("text/plain, application/json");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe("Sign in to continue.");
  });

  it.each(["application/json, text/plain, */*", "application/json", "*/*"])(
    "stays JSON for programs that accept %s",
    async (accept) => {
      expect((await ask(accept)).headers.get("content-type")).toMatch(/^application\/json/);
    },
  );
});
