import { appCheckHeader } from "@blueprint/contract/app-check";
import { describe, expect, test } from "vitest";
import { createAppCheck } from "./app-check.ts";

const minuteMs = 60_000;

function createCounted(isOffline: () => boolean = () => false) {
  let nowMs = 1_000_000;
  let asked = 0;
  const appCheck = createAppCheck(
    async () => {
      if (isOffline()) throw new TypeError("Failed to fetch");
      return { token: `token ${++asked}`, expiresInMs: 30 * minuteMs };
    },
    () => nowMs,
  );
  const token = async () => (await appCheck.headers())[appCheckHeader];
  return { appCheck, token, pass: (ms: number) => (nowMs += ms) };
}

describe("the app-check token", () => {
  test("is requested once, however many requests need it", async () => {
    const { token } = createCounted();
    expect(await Promise.all([token(), token(), token()])).toEqual(["token 1", "token 1", "token 1"]);
    expect(await token()).toBe("token 1");
  });

  test("is renewed five minutes before it expires, not sooner", async () => {
    const { token, pass } = createCounted();
    await token();
    pass(25 * minuteMs - 1);
    expect(await token()).toBe("token 1");
    pass(1);
    expect(await token()).toBe("token 2");
  });

  test("is used until it expires if no new one is available, and not beyond", async () => {
    let isOffline = false;
    const { token, pass } = createCounted(() => isOffline);
    await token();
    isOffline = true;
    pass(30 * minuteMs - 1);
    expect(await token()).toBe("token 1");
    pass(1);
    await expect(token()).rejects.toThrow("Failed to fetch");
    isOffline = false;
    expect(await token()).toBe("token 2");
  });

  test("is not sent again once refused", async () => {
    const { appCheck, token } = createCounted();
    await token();
    appCheck.forget();
    expect(await token()).toBe("token 2");
  });
});
