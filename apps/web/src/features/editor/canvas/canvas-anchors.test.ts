import { buildSceneAnchor } from "@blueprint/scene/testing/build-scene";
import { expect, it } from "vitest";
import { type AnchorLooks, packTeammateColours, toCanvasAnchors, unpackTeammateColours } from "./canvas-anchors.ts";

const anchors = [
  buildSceneAnchor("a", { position: [0, 0, 0] }),
  buildSceneAnchor("b", { position: [1, 0, 0], colour: "#112233", title: "" }),
  buildSceneAnchor("c", { position: [2, 0, 0] }),
];
const plain: AnchorLooks = {
  drawn: new Set(["a", "b", "c"]),
  selected: new Set(),
  teammateColours: new Map(),
  changes: undefined,
  preview: null,
};

it("numbers anchors by the full list, whatever is hidden", () => {
  const drawn = toCanvasAnchors(anchors, { ...plain, drawn: new Set(["c"]) });
  expect(drawn.map(({ id, number }) => [id, number])).toEqual([["c", 3]]);
});

it("gives a teammate's selection priority over a change, and a change over an anchor's own colour", () => {
  const changes = new Map([
    ["b", "moved"],
    ["c", "added"],
  ] as const);
  const colours = (looks: Partial<AnchorLooks>) =>
    toCanvasAnchors(anchors, { ...plain, ...looks }).map((a) => a.colour);
  expect(colours({})).toEqual([undefined, "#112233", undefined]);
  expect(colours({ changes })).toEqual([undefined, "var(--attention)", "var(--good)"]);
  expect(colours({ changes, teammateColours: new Map([["b", "teal"]]) })).toEqual([undefined, "teal", "var(--good)"]);
});

it("previews a move of the selected anchors only", () => {
  const looks = { ...plain, selected: new Set(["b"]), preview: { shift: [0, 0, 3] as const } };
  expect(toCanvasAnchors(anchors, looks).map(({ position, isSelected }) => [position, isSelected])).toEqual([
    [[0, 0, 0], false],
    [[1, 0, 3], true],
    [[2, 0, 0], false],
  ]);
});

it("packs the colours of teammates' anchors, unaffected by their cursors", () => {
  const people = [
    {
      colour: "teal",
      selection: [
        { kind: "anchors", id: "a" },
        { kind: "zones", id: "z" },
      ],
      cursor: [1, 2, 3],
    },
    { colour: "rust", selection: [{ kind: "anchors", id: "c" }], cursor: null },
  ];
  const packed = packTeammateColours(people);
  expect([...unpackTeammateColours(packed)]).toEqual([
    ["a", "teal"],
    ["c", "rust"],
  ]);
  expect(packTeammateColours(people.map((person) => ({ ...person, cursor: [9, 9, 9] })))).toBe(packed);
  expect(unpackTeammateColours(packTeammateColours([])).size).toBe(0);
});
