import { addAnchor } from "@blueprint/scene/anchor-operations";
import { addObject, arrangeObjects } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { findDropSlot, findStepSlot, listBetween, toOutlineRows } from "./outline-rows.ts";

function buildDocument() {
  const doc = new Y.Doc();
  addObject(doc, "groups", "rooms", { name: "Rooms" });
  addObject(doc, "groups", "hall", { name: "Hall", group: "rooms" });
  addAnchor(doc, buildAnchor({ id: "door", title: "Door" }));
  addAnchor(doc, buildAnchor({ id: "desk", title: "Desk", text: "Tickets here.", group: "hall" }));
  addAnchor(doc, buildAnchor({ id: "lost", title: "", group: "gone" }));
  return doc;
}

const rowsOf = (doc: Y.Doc, closed: string[] = [], search = "") =>
  toOutlineRows(readScene(doc), new Set(closed), search);
const linesOf = (rows: ReturnType<typeof toOutlineRows>) =>
  rows.map((row) => `${"  ".repeat(row.level - 1)}${row.name}${row.type === "group" ? ` (${row.count})` : ""}`);

describe("the outline", () => {
  it("is a tree; the contents of a deleted group are at the top", () => {
    const doc = buildDocument();
    expect(linesOf(rowsOf(doc))).toEqual(["Rooms (1)", "  Hall (1)", "    Desk", "Door", "Unnamed anchor"]);
    expect(linesOf(rowsOf(doc, ["rooms"]))).toEqual(["Rooms (1)", "Door", "Unnamed anchor"]);
  });

  it("finds every word in titles and texts, in closed rows too, with the number on the pin", () => {
    expect(rowsOf(buildDocument(), ["rooms"], "tickets DESK")).toMatchObject([{ name: "Desk", level: 1, number: 2 }]);
  });

  it("selects everything between two rows, in either direction", () => {
    const rows = rowsOf(buildDocument());
    expect(listBetween(rows, 4, 2).map(({ id }) => id)).toEqual(["desk", "door", "lost"]);
  });

  it("moves objects where they are dropped and step by step among their neighbours", () => {
    const doc = buildDocument();
    const [, hall, , door] = rowsOf(doc);
    arrangeObjects(doc, "anchors", ["lost"], findDropSlot(hall!));
    expect(linesOf(rowsOf(doc)).slice(1)).toEqual(["  Hall (2)", "    Desk", "    Unnamed anchor", "Door"]);
    const anchors = () => readScene(doc).anchors;
    const lost = () => anchors().find(({ id }) => id === "lost")!;
    arrangeObjects(doc, "anchors", ["lost"], findStepSlot(anchors(), lost(), -1)!);
    expect(linesOf(rowsOf(doc)).slice(2)).toEqual(["    Unnamed anchor", "    Desk", "Door"]);
    expect(findStepSlot(anchors(), lost(), -1)).toBeNull();
    arrangeObjects(doc, "anchors", ["lost"], findStepSlot(anchors(), lost(), 1)!);
    arrangeObjects(doc, "anchors", ["lost"], findDropSlot(door!));
    expect(linesOf(rowsOf(doc))).toEqual(["Rooms (1)", "  Hall (1)", "    Desk", "Unnamed anchor", "Door"]);
  });
});
