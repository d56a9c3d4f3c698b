import { limits } from "@blueprint/contract/limits";
import { expect, it } from "vitest";
import { findListProblem, toSignsOfAnchors, toSignsOfList } from "./new-signs.ts";

const common = { target: { kind: "place" }, title: "Hall", line: "Scan", storey: "" } as const;

it("makes a sign of each line that isn't empty", () => {
  const signs = toSignsOfList("  Door \r\n\n Lift\n", common);
  expect(signs.map(({ spot }) => spot)).toEqual(["Door", "Lift"]);
  expect(signs[0]).toEqual({ ...common, spot: "Door", anchorId: null });
  expect(findListProblem(signs)).toBeNull();
});

it("says what is wrong with a list", () => {
  expect(findListProblem([])).toContain("one in each line");
  const many = toSignsOfList(
    Array.from({ length: limits.signsAddedAtOnceMax + 1 }, (_, at) => `Spot ${at}`).join("\n"),
    common,
  );
  expect(findListProblem(many)).toBe("At most 500 signs at once. This list has 501.");
  expect(findListProblem(toSignsOfList("x".repeat(limits.shortLinkLabelCharactersMax + 1), common))).toContain(
    "is longer",
  );
});

it("makes signs of anchors that open them and carry their titles", () => {
  const [door, unnamed] = toSignsOfAnchors(
    [
      { kind: "anchor", value: "door", name: " North door " },
      { kind: "anchor", value: "x", name: "" },
    ],
    { line: "Scan", storey: "2" },
  );
  expect(door).toEqual({
    spot: " North door ",
    target: { kind: "anchor", value: "door" },
    title: "North door",
    line: "Scan",
    storey: "2",
    anchorId: "door",
  });
  expect(unnamed).toMatchObject({ spot: "Unnamed anchor", title: "" });
});
