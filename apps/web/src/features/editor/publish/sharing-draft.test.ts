import type { Blueprint } from "@blueprint/contract/blueprints";
import { describe, expect, it } from "vitest";
import { toSharingChange, toSharingDraft } from "./sharing-draft.ts";

const blueprint = {
  slug: "small-measures-1a2b3c",
  name: 'Museum "of" <small> measures',
  visibility: "unlisted",
  hasPassword: false,
  expiresAt: "2027-01-02T03:04:00.000Z",
  embedOrigins: ["https://museum.example"],
} as Blueprint;

describe("sharing", () => {
  it("sends only what was changed, and the expiry as a timestamp", () => {
    const draft = toSharingDraft(blueprint);
    expect(toSharingChange(draft, blueprint)).toEqual({});
    const changed = {
      ...draft,
      visibility: "password",
      password: "measures",
      expiresAt: "",
      embedOrigins: "",
    } as const;
    expect(toSharingChange(changed, blueprint)).toEqual({
      visibility: "password",
      password: "measures",
      expiresAt: null,
      embedOrigins: [],
    });
    const later = toSharingChange({ ...draft, expiresAt: "2027-01-03T10:00" }, blueprint);
    expect(later).toEqual({ expiresAt: new Date(2027, 0, 3, 10, 0).toISOString() });
  });
});
