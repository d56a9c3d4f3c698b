import { limits } from "@blueprint/contract/limits";
import { describe, expect, it } from "vitest";
import { proposeName } from "./propose-name.ts";

describe("proposeName", () => {
  it.each([
    ["room-living_room.glb", "Room living room"],
    ["Town Hall.e57", "Town Hall"],
    ["C:\\scans\\museum_2nd-floor.copc.laz", "Museum 2nd floor"],
    ["statue.compressed.ply", "Statue"],
    ["Café.am.Platz (2).zip", "Café am Platz"],
    ["warehouse - Copy.obj", "Warehouse"],
    ["scan_of_harbour.laz", "Scan of harbour"],
    ["großes_büro.ply", "Großes büro"],
    ["会议室.glb", "会议室"],
  ])("turns %s into %s", (fileName, name) => {
    expect(proposeName(fileName)).toBe(name);
  });

  it.each([
    "scan.glb",
    "IMG_2041.jpg",
    "DSC01234.JPG",
    "2026-11-23 14.05.ply",
    "point_cloud.las",
    "textured-mesh_v2.obj",
    "3f2a9c01b7de4c5f.glb",
    "untitled (3).fbx",
    ".ply",
    "",
  ])("proposes nothing for %j", (fileName) => {
    expect(proposeName(fileName)).toBeUndefined();
  });

  it("respects a name's maximum length", () => {
    const name = proposeName(`${"Hall ".repeat(100)}.glb`)!;
    expect(name.length).toBeLessThanOrEqual(limits.blueprintNameCharactersMax);
    expect(name.startsWith("Hall Hall")).toBe(true);
  });
});
