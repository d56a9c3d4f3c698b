import { expect, it } from "vitest";
import { countSeatsLeft, listGrantableRoles, listRefused, takesSeat } from "./invite.ts";

const usage = {
  planType: "plus",
  storageBytes: 0,
  storageBytesMax: null,
  storageRoomBytes: null,
  publishedBlueprints: 0,
  publishedBlueprintsMax: null,
  editors: 2,
  editorsMax: 3,
};

it("lets only owners invite owners", () => {
  expect(listGrantableRoles("owner")).toContain("owner");
  expect(listGrantableRoles("admin")).toEqual(["admin", "editor", "scanner", "viewer"]);
});

it("lists what was not invited, in order", () => {
  expect(
    listRefused([
      { address: "a", outcome: "invalid-email" },
      { address: "b@example.org", outcome: "invited" },
      { address: "c@example.org", outcome: "already-member" },
    ]).map(({ address }) => address),
  ).toEqual(["a", "c@example.org"]);
});

it("counts no seats while they are unknown or unlimited", () => {
  expect(countSeatsLeft(undefined)).toBeNull();
  expect(countSeatsLeft({ ...usage, editorsMax: null })).toBeNull();
  expect(countSeatsLeft(usage)).toBe(1);
});

it("takes a seat for each role that edits", () => {
  expect((["owner", "admin", "editor", "scanner", "viewer"] as const).filter(takesSeat)).toEqual([
    "owner",
    "admin",
    "editor",
  ]);
});
