import { describe, expect, test } from "vitest";
import { readOutcome, waitForGoogle } from "./google-popup.ts";

const message = (part: object) => ({ type: "better-auth:oauth-popup", nonce: "n", ...part });

describe("a popup reports", () => {
  test("a session for a known account or a new one", () => {
    expect(readOutcome(message({ token: "t", redirectTo: "/login" }), "n")).toEqual({ isNewAccount: false });
    expect(readOutcome(message({ token: "t", redirectTo: "/onboarding" }), "n")).toEqual({ isNewAccount: true });
  });

  test.each([
    ["access-denied", "Blueprint access is currently invite-only. Please request an invitation to continue."],
    ["user-disabled", "This account has been disabled"],
    ["access_denied", "Google sign-in was cancelled"],
    ["account_not_linked", "Operation not allowed"],
    [
      "google-profile-not-created",
      "We couldn't finish setting up your profile after Google sign in. Please try again.",
    ],
    ["state_mismatch", "Something went wrong on our side. Nothing you saved is lost. Try again."],
  ])("%s in the words of the catalogue", (code, text) => {
    expect(readOutcome(message({ error: { code } }), "n")).toMatchObject({ message: text });
  });

  test("the address of a person who is not invited", () => {
    const outcome = readOutcome(message({ error: { code: "access-denied", description: "a@example.org" } }), "n");
    expect(outcome).toMatchObject({ code: "access-denied", fields: { email: "a@example.org" } });
  });

  test.each([
    ["another nonce", message({ token: "t", nonce: "other" })],
    ["another type", message({ token: "t", type: "webpack" })],
    ["neither token nor error", message({})],
    ["no object", "token"],
    ["null", null],
  ])("nothing: %s", (_, data) => {
    expect(readOutcome(data, "n")).toBeNull();
  });
});

test("a popup blocked by the browser is reported, with what to do", async () => {
  await expect(waitForGoogle(null)).rejects.toMatchObject({
    code: "popup-blocked",
    message: expect.stringContaining("Allow pop-ups for this page and try again."),
  });
});
