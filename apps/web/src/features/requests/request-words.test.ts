import type { RequestId } from "@blueprint/contract/ids";
import type { StoredRequest } from "@blueprint/contract/requests";
import { describe, expect, test } from "vitest";
import { toFacts, toVisitMinutes } from "./request-words.ts";

const stored = {
  id: "0" as RequestId,
  name: "Ada",
  email: "ada@example.org",
  state: "open",
  outcome: null,
  answer: "",
  referralCode: null,
  isReferralCredited: false,
  createdAt: "2026-11-20T10:00:00Z",
  closedAt: null,
} as const;

describe("requests in words", () => {
  test.each([
    [1, 16],
    [2_000, 35],
    [2_001, 36],
  ])("a venue of %d sq ft takes %d minutes", (area, minutes) => expect(toVisitMinutes(area)).toBe(minutes));

  test("a visit says how long it takes; an empty note is left out", () => {
    const payload = { venue: "Hall", address: "1 Quay", areaSquareFeet: 6_000, times: "Mondays", note: "" };
    const facts = toFacts({ ...stored, kind: "visit", payload } satisfies StoredRequest);
    expect(facts.map(({ label }) => label)).toEqual(["Venue", "Address", "Floor area", "Good times"]);
    expect(facts[2]?.value).toBe("6,000 sq ft, about 1 h 15 min on site");
  });

  test("a visit requested in onboarding shows what is known so far", () => {
    const payload = { venue: "Hall", address: "", areaSquareFeet: null, times: "", note: "Ring" };
    const facts = toFacts({ ...stored, kind: "visit", payload } satisfies StoredRequest);
    expect(facts).toEqual([
      { label: "Venue", value: "Hall" },
      { label: "Note", value: "Ring" },
    ]);
  });

  test("the payment method is shown only if something is paid", () => {
    const payload = { teamId: "0", to: "pro", billing: "annual", note: "" } as StoredRequest["payload"] & { to: "pro" };
    const labels = (to: "pro" | "cancel") =>
      toFacts({ ...stored, kind: "plan", payload: { ...payload, to } } as StoredRequest).map(({ label }) => label);
    expect(labels("pro")).toEqual(["Team", "Wanted", "Paid"]);
    expect(labels("cancel")).toEqual(["Team", "Wanted"]);
  });
});
