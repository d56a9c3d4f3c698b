import { expect, test } from "vitest";
import { describeSaveStatus, type SaveFacts } from "./save-status.ts";

const saved: SaveFacts = {
  isLoaded: true,
  isOnline: true,
  access: "edit",
  unsavedCount: 0,
  hasSaveFailed: false,
  obstacle: null,
  isSlowedDown: false,
};

test.each<[string, Partial<SaveFacts>]>([
  ["Saved", {}],
  ["Saving…", { unsavedCount: 1 }],
  ["Not saved yet, retrying", { unsavedCount: 1, hasSaveFailed: true }],
  ["Not saved yet, the server's disk is full", { unsavedCount: 1, hasSaveFailed: true, obstacle: "storage-full" }],
  ["Not saved yet, retrying", { unsavedCount: 1, hasSaveFailed: true, obstacle: "service-unavailable" }],
  ["Offline, 1 change not synced", { isOnline: false, unsavedCount: 1 }],
  ["Offline, 3 changes not synced", { isOnline: false, unsavedCount: 3, hasSaveFailed: true }],
  ["Too many changes at once, resuming shortly", { isOnline: false, isSlowedDown: true, unsavedCount: 1 }],
  ["Offline", { isOnline: false }],
  ["Connecting…", { isOnline: false, isLoaded: false }],
  ["Opening…", { isLoaded: false }],
  ["Read only", { access: "read" }],
  ["Comment only", { access: "comment" }],
  ["Read only, 2 changes not saved", { access: "read", unsavedCount: 2 }],
])("says %s", (text, facts) => {
  expect(describeSaveStatus({ ...saved, ...facts }).text).toBe(text);
});

test("only says Saved when everything is confirmed", () => {
  for (const isLoaded of [true, false])
    for (const isOnline of [true, false])
      for (const access of ["edit", "comment", "read"] as const)
        for (const unsavedCount of [0, 1])
          for (const hasSaveFailed of [true, false]) {
            const facts = { ...saved, isLoaded, isOnline, access, unsavedCount, hasSaveFailed };
            if (describeSaveStatus(facts).text !== "Saved") continue;
            expect(facts).toMatchObject({ isLoaded: true, isOnline: true, access: "edit", unsavedCount: 0 });
          }
});
