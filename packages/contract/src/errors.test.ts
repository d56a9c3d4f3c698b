import { describe, expect, test } from "vitest";
import { errorCatalogue } from "./errors.ts";

// spec §8, to the letter.
describe("the sentences of the specification", () => {
  test.each([
    ["email-already-in-use", "An account with this email already exists"],
    ["invalid-email", "Invalid email address"],
    ["operation-not-allowed", "Operation not allowed"],
    ["weak-password", "Password is too weak"],
    ["user-disabled", "This account has been disabled"],
    ["user-not-found", "No account found with this email"],
    ["wrong-password", "Invalid password"],
    ["popup-closed-by-user", "Google sign-in was cancelled"],
    ["network-request-failed", "Network error occurred. Please check your connection"],
    ["access-denied", "Blueprint access is currently invite-only. Please request an invitation to continue."],
    ["permission-denied", "Blueprint access is currently invite-only. Please request an invitation to continue."],
    ["user-data-missing", "We created your account but couldn't finish loading it. Please try signing in again."],
  ] as const)("%s says %j", (code, message) => {
    expect(errorCatalogue[code].message).toBe(message);
  });
});
