import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

describe("a common password", () => {
  it.each([
    "password",
    "12345678",
    "aaaaaaaa",
    "Passw0rd",
    "QWERTYUIOP",
    "1q2w3e4r",
    "abcdefgh",
    "87654321",
    "1234567890",
    "abcabcabc",
    "passwordpassword",
    "ｐａｓｓｗｏｒｄ",
  ])("is %s", async (password) => expect(await isCommonPassword(password)).toBe(true));

  it.each([
    "correct horse",
    "a quiet corner table",
    "open sesame",
    "another horse",
    "the first password",
    "hörsaal-17",
  ])("is not %s", async (password) => expect(await isCommonPassword(password)).toBe(false));
});
