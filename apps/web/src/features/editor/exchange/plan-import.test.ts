import { writeAnchorsCsv, writeAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { SceneInputError } from "@blueprint/scene/scene-input-error";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { describePlan, planImport } from "./plan-import.ts";

function buildDocument(...ids: string[]) {
  const doc = new Y.Doc();
  for (const id of ids) addAnchor(doc, buildAnchor({ id }));
  return doc;
}

describe("the effect of an import", () => {
  it("is counted beforehand, whatever the file is called", () => {
    const [from, to] = [buildDocument("a", "b"), buildDocument("b")];
    for (const text of [writeAnchorsCsv(from), writeAnchorsJson(from)]) {
      const plan = planImport(to, "download", text);
      expect(plan).toMatchObject({ kind: "anchors", addedCount: 1, presentCount: 1, problems: [] });
      expect(describePlan(plan)).toBe("1 new row, 1 row to update");
    }
    expect(describePlan(planImport(to, "download", writeAnchorsCsv(buildDocument())))).toBe("nothing to import");
  });

  it("names the line and the field that can't be read, and keeps the other lines", () => {
    const plan = planImport(
      buildDocument(),
      "anchors.csv",
      "id,type,title,x,y,z\na,info,Door,1,2,3\nb,ghost,Boo,1,2,3\n",
    );
    expect(plan).toMatchObject({ addedCount: 1, problems: [{ line: 3, field: "type" }] });
    expect(describePlan(plan)).toBe("1 new row, 1 unreadable line");
  });

  it("recognises zones by their format, and refuses anything else", () => {
    const ring = [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 0],
    ];
    const zones = {
      type: "FeatureCollection",
      blueprint: { version: 2, frame: "local metres" },
      features: [{ type: "Feature", geometry: { type: "Polygon", coordinates: [ring] }, properties: {} }],
    };
    expect(planImport(buildDocument(), "floor.json", JSON.stringify(zones))).toMatchObject({
      kind: "zones",
      addedCount: 1,
    });
    expect(() => planImport(buildDocument(), "x.json", "{}")).toThrow(SceneInputError);
  });
});
