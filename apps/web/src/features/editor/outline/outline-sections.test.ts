import { addAnchor } from "@blueprint/scene/anchor-operations";
import { addObject } from "@blueprint/scene/object-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { editSettings } from "@blueprint/scene/settings-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { addZone } from "@blueprint/scene/zone-operations";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { listTreeRows, type TreeRow, toRowKey } from "./outline-sections.ts";

const scans = [{ id: "scan-1", name: "gallery.glb", detail: "3D model" }];

function buildScene() {
  const doc = new Y.Doc();
  addObject(doc, "floors", "1", {});
  addObject(doc, "floors", "0", { name: "Hall", elevation: 0.5 });
  addZone(
    doc,
    "z",
    {
      outer: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      holes: [],
    },
    { name: "Desk area" },
  );
  addObject(doc, "groups", "rooms", { name: "Rooms" });
  addAnchor(doc, buildAnchor({ id: "desk", title: "Desk", group: "rooms" }));
  addObject(doc, "views", "v", { position: [0, 1, 2], target: [0, 0, 0], audiences: ["staff"] });
  editSettings(doc, { startViewId: "v" });
  addObject(doc, "tours", "t", { name: "Round" });
  return readScene(doc);
}

const lines = (rows: readonly TreeRow[]) =>
  rows.map((row) => {
    const detail = row.type === "object" || row.type === "scan" ? ` · ${row.detail}` : "";
    return `${"  ".repeat(row.level - 1)}${row.name}${detail}`.replaceAll("\u00a0", " ");
  });

test("one tree holds storeys, zones, anchors, scans, views and tours; empty kinds have no heading", () => {
  const rows = listTreeRows(buildScene(), scans, new Set(), "");
  expect(lines(rows)).toEqual([
    "Storeys",
    "  Hall · 0.50 m",
    "  Floor 1 · ",
    "Zones",
    "  Desk area · 12.00 m²",
    "Anchors",
    "  Rooms",
    "    Desk",
    "Scans",
    "  gallery.glb · 3D model",
    "Views",
    "  Unnamed view · start, staff",
    "Tours",
    "  Round · 0 stops",
  ]);
  expect(new Set(rows.map(toRowKey)).size).toBe(rows.length);
});

test("a closed kind keeps its heading, and a search finds its contents", () => {
  const scene = buildScene();
  const closed = new Set(["section:anchors", "section:floors", "section:views", "section:tours", "section:scans"]);
  expect(lines(listTreeRows(scene, scans, closed, ""))).toEqual([
    "Storeys",
    "Zones",
    "  Desk area · 12.00 m²",
    "Anchors",
    "Scans",
    "Views",
    "Tours",
  ]);
  expect(lines(listTreeRows(scene, scans, closed, "desk"))).toEqual(["Desk area · 12.00 m²", "Desk"]);
  expect(lines(listTreeRows(scene, scans, closed, "GALLERY"))).toEqual(["gallery.glb · 3D model"]);
});
