import { ApiError } from "@blueprint/contract/api-client";
import type { TeamId } from "@blueprint/contract/ids";
import type { InvitationView } from "@blueprint/contract/teams";
import { describe, expect, test } from "vitest";
import { toInvitationSituation } from "./invitation-situation.ts";

const view: InvitationView = {
  state: "open",
  email: "ada@example.org",
  role: "editor",
  teamName: "Gallery",
  inviterName: "Bob",
  isOperatorInvitation: false,
  accountExists: false,
  memberOf: null,
  isWantedByYou: false,
};
const situation = (part: Partial<InvitationView>, signedInEmail: string | null = null) =>
  toInvitationSituation({ view: { ...view, ...part }, error: null, signedInEmail });

describe("what a person with an invitation's link sees", () => {
  test("signed out: a new account, or the existing one", () => {
    expect(situation({})).toBe("new-account");
    expect(situation({ accountExists: true })).toBe("sign-in-first");
  });

  test("signed in: the same address in any case, or another", () => {
    expect(situation({ accountExists: true }, "Ada@Example.org")).toBe("same-account");
    expect(situation({}, "eve@example.org")).toBe("other-account");
  });

  test("signed in: another sub-address of the same mailbox is the same", () => {
    expect(situation({ email: "ada+work@example.org" }, "ada@example.org")).toBe("same-account");
  });

  test("a member is forwarded to the team, whatever the invitation's state", () => {
    const memberOf = "01a1faea-6b99-7f83-91c4-cf5c010ec7d9" as TeamId;
    for (const state of ["open", "accepted", "expired", "revoked"] as const)
      expect(situation({ state, memberOf }, "eve@example.org")).toBe("already-member");
  });

  test("the operator's first link never promotes an existing account", () => {
    expect(situation({ email: null, isOperatorInvitation: true }, "ada@example.org")).toBe("other-account");
    expect(situation({ email: null, isOperatorInvitation: true })).toBe("new-account");
  });

  test("a closed one says why, signed in or not", () => {
    expect(situation({ state: "expired" })).toBe("expired");
    expect(situation({ state: "revoked" }, "ada@example.org")).toBe("revoked");
    expect(situation({ state: "accepted" }, "ada@example.org")).toBe("used");
  });

  test("an unknown link is distinguished from an unreachable server", () => {
    const unknown = new ApiError("invitation-not-found", 404);
    const down = new ApiError("network-request-failed", 0);
    expect(toInvitationSituation({ view: null, error: unknown, signedInEmail: null })).toBe("unknown");
    expect(toInvitationSituation({ view: null, error: null, signedInEmail: null })).toBe("unknown");
    expect(toInvitationSituation({ view: null, error: down, signedInEmail: null })).toBe("failed");
  });
});
