import { expect, test } from "vitest";
import { toZoneColour } from "./zone-colour.ts";

test("a zone has its own colour or that of its type", () => {
  expect(toZoneColour({ colour: null, type: "keep-out" })).toBe("var(--danger)");
  expect(toZoneColour({ colour: "#123456", type: "keep-out" })).toBe("#123456");
});
