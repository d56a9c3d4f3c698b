import { setAccountDisabled } from "@blueprint/contract/accounts";
import { closeCodes, collaborationPath } from "@blueprint/contract/collaboration";
import type { UserId } from "@blueprint/contract/ids";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let operator: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  operator = await app.buildPerson({ isOperator: true });
});
afterAll(() => app.close());

const disable = (who: Pick<TestPerson, "api">, userId: UserId, disabled = true) =>
  who.api(setAccountDisabled, { params: { userId }, body: { disabled } });
const signIn = async ({ email, password }: TestPerson) => {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return { status: response.status, ...((await response.json()) as { code?: string; message?: string }) };
};

describe("disabling an account", () => {
  it("ends every session at once, and the sign-in says why until the account is enabled again", async () => {
    const person = await app.buildPerson();
    const other = await app.signIn(person);
    // The session reader now caches both.
    for (const session of [person, other]) await session.api(getMe, {});
    expect(await disable(operator, person.userId)).toEqual({ disabled: true, sessionsEnded: 2 });
    for (const session of [person, other])
      await expect(session.api(getMe, {})).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await signIn(person)).toMatchObject({
      status: 403,
      code: "user-disabled",
      message: "This account has been disabled",
    });
    expect(await disable(operator, person.userId), "a second time").toEqual({ disabled: true, sessionsEnded: 0 });
    expect(await disable(operator, person.userId, false)).toEqual({ disabled: false, sessionsEnded: 0 });
    expect((await signIn(person)).status).toBe(200);
    await expect(person.api(getMe, {}), "what ended stays ended").rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("closes the person's open sockets", async () => {
    const person = await app.buildPerson();
    const socket = new WebSocket(app.url.replace("http", "ws") + collaborationPath, {
      headers: { cookie: person.cookie },
    });
    await new Promise((resolve) => socket.once("open", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    await disable(operator, person.userId);
    expect(await closed).toBe(closeCodes.unauthenticated);
  });

  it("is for operators, and never for one's own account", async () => {
    const person = await app.buildPerson();
    await expect(disable(person, operator.userId)).rejects.toMatchObject({ code: "not-found", status: 404 });
    await expect(disable({ api: app.anonymous }, person.userId)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(disable(operator, operator.userId)).rejects.toMatchObject({ code: "operation-not-allowed" });
    await expect(disable(operator, app.context.ids.uuid() as UserId)).rejects.toMatchObject({ code: "not-found" });
    await person.api(getMe, {});
  });
});
