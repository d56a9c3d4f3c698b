import { beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import {
  importAnchors,
  readAnchorsCsv,
  readAnchorsJson,
  writeAnchorsCsv,
  writeAnchorsJson,
} from "./anchor-exchange.ts";
import { addAnchor, editAnchor, editQuestion } from "./anchor-operations.ts";
import { fromSheetText, readCsv, writeCsv } from "./csv-text.ts";
import { fromLongitudeLatitude, toLongitudeLatitude } from "./geo-frame.ts";
import { addObject, findRecord } from "./object-operations.ts";
import { checkScene } from "./publish-checklist.ts";
import { readScene } from "./read-scene.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { recordScene } from "./scene-record.ts";
import { editSettings } from "./settings-operations.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { editTourStop } from "./tour-operations.ts";
import { toPolygon } from "./zone.ts";
import { importZones, isSameOutline, readZonesGeoJson, writeZonesGeoJson } from "./zone-exchange.ts";
import { addZone, findZone } from "./zone-operations.ts";

let doc: Y.Doc;
const options = { createId: () => "made-1", author: { userId: "ada", at: "2026-02-03" } };

beforeEach(() => {
  doc = createDocument();
});

function fillAnchors(): void {
  addAnchor(
    doc,
    buildAnchor({
      id: "a",
      title: '=HYPERLINK("x")',
      text: 'Line 1\nLine "2", said ’she’',
      position: [0.1 + 0.2, -1e-7, 12_345.678],
    }),
  );
  addAnchor(doc, {
    ...buildAnchor({ id: "b", title: " '-1 ", text: "" }),
    type: "product",
    price: { amountMinor: 1_050, currency: "EUR" },
    url: "https://example.org/?a=1,2",
    audiences: ["staff"],
    icon: null,
    media: { kind: "url", url: "https://example.org/a.jpg" },
  });
  addAnchor(doc, { ...buildAnchor({ id: "c", title: "''" }), type: "form" });
  editQuestion(doc, "c", "q", { label: "Why?", kind: "choice", options: ["a", "b,c"] });
  editAnchor(doc, "a", { "title@de": "Ü", "text@de": "ß" });
  editAnchor(doc, "b", { text: [{ style: "bullet", spans: [{ text: "x", bold: true }] }] });
}

function fillZones(): void {
  const hole: Point2[] = [
    [1.1, 1.3],
    [2.7, 1.2],
    [1.6, 2.9],
  ];
  addZone(
    doc,
    "z",
    {
      outer: [
        [0, 0],
        [6.000001, 0],
        [6, 4],
        [0, 4],
      ],
      holes: [hole],
    },
    { name: "Hall", type: "capacity", capacity: 40, heights: [-0.25, 3], text: "Hi", "name@de": "Halle" },
  );
  addZone(
    doc,
    "y",
    {
      outer: [
        [10, 0],
        [10, 4],
        [16, 4],
      ],
      holes: [],
    },
    { audiences: ["robot"], colour: "#ff0000" },
  );
}

describe("anchors as files", () => {
  test.each([
    ["CSV", writeAnchorsCsv, readAnchorsCsv],
    ["JSON", writeAnchorsJson, readAnchorsJson],
  ] as const)("%s is exported and comes back exactly, in the same blueprint and in an empty one", (_, write, read) => {
    fillAnchors();
    const file = read(write(doc));
    expect(file.problems).toEqual([]);
    const before = Y.encodeStateAsUpdate(doc);
    expect(importAnchors(doc, file.rows, options)).toEqual({ added: [], changed: [] });
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
    const other = createDocument();
    expect(importAnchors(other, file.rows, options).added).toEqual(["a", "b", "c"]);
    expect([...recordScene(other).objects.anchors]).toEqual([...recordScene(doc).objects.anchors]);
  });

  test("a typed table adds and changes anchors; errors are reported by line, the rest is imported", () => {
    fillAnchors();
    const file = readAnchorsCsv(
      "\ufeffid,title,x,y,z,floor,nonsense\n,New one,1,2,3,0,\na,Renamed,,,,,\nc,,far,0,0,0,\nq,Half,1,2,,0,\n",
    );
    expect(file.problems).toEqual([
      { line: 1, field: "nonsense", message: "Unknown column." },
      { line: 4, field: "position", message: "Enter three numbers in metres." },
      { line: 5, field: "position", message: "Enter three numbers in metres." },
    ]);
    expect(importAnchors(doc, file.rows, options)).toEqual({ added: ["made-1"], changed: ["a"] });
    expect(readScene(doc).anchors.map(({ title }) => title)).toEqual(["Renamed", " '-1 ", "''", "New one"]);
  });

  test("formulas never reach a spreadsheet, and files of another kind or size are refused", () => {
    fillAnchors();
    expect(writeAnchorsCsv(doc)).toContain(`"'=HYPERLINK(""x"")"`);
    expect(() => readAnchorsCsv("")).toThrow(SceneInputError);
    expect(() => readAnchorsCsv('id,title\n"never ends')).toThrow(SceneInputError);
    expect(() => readAnchorsJson("{}")).toThrow(SceneInputError);
    expect(() => readAnchorsJson("{")).toThrow(SceneInputError);
    expect(() => readAnchorsCsv("x".repeat(50_000_000))).toThrow(SceneInputError);
    const nowhere = readAnchorsCsv("title\nHere\n");
    expect(() => importAnchors(doc, nowhere.rows, options)).toThrow(expect.objectContaining({ field: "position" }));
  });

  test("lines may end in any way, even mixed, and a quote within a cell is an ordinary character", () => {
    const rows = [
      ["a", "b"],
      ["1", 'x\r\n"y"'],
      ["2", '5" pipe'],
      ["3", ""],
    ];
    const lines = ["\ufeffa,b\r\n", '1,"x\r\n""y"""\n', '2,5" pipe\n', "3,"];
    expect(readCsv(lines.join(""))).toEqual(rows);
    expect(readCsv(`${lines.join("")}\n`)).toEqual(rows);
    expect(readCsv("a,b\r1,2\r")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(readCsv('a,b\n1,"2')).toBeNull();
  });

  test("cells of every kind survive a round trip", () => {
    const rows = [
      ["a", "", " b ", 'c"d', "e,f", "g\r\nh", "\n"],
      ["", "x", "", "", "", "", ""],
    ];
    expect(readCsv(writeCsv(rows))?.map((row) => row.map(fromSheetText))).toEqual(rows);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "'=1"])(
    "%j is text in every spreadsheet and comes back unchanged",
    (text) => {
      const [[cell = ""] = []] = readCsv(writeCsv([[text]])) ?? [];
      expect(cell).toBe(`'${text}`);
      expect(fromSheetText(cell)).toBe(text);
    },
  );

  test("a number stays a number, and a semicolon never ends a cell", () => {
    expect(writeCsv([[-1.5, "a;=1", { asIs: "-1 2" }]])).toBe('-1.5,"a;=1",-1 2\r\n');
  });

  test("ids and dates of anchors are not formulas either", () => {
    const anchor = { ...buildAnchor({ id: "-1" }), createdAt: "=NOW()" };
    addAnchor(doc, anchor);
    const rows = readCsv(writeAnchorsCsv(doc))!;
    expect(rows[1]?.[0]).toBe("'-1");
    expect(rows[1]?.[rows[0]!.indexOf("createdAt")]).toBe("'=NOW()");
    expect(readAnchorsCsv(writeAnchorsCsv(doc)).rows[0]?.id).toBe("-1");
  });
});

describe("zones as GeoJSON", () => {
  test.each([
    ["on the map", { latitude: 52.52, longitude: 13.405, northDegrees: 33 }],
    ["not on the map yet", {}],
  ])("of a venue %s are exported and come back exactly", (_, place) => {
    fillZones();
    editSettings(doc, place);
    const text = writeZonesGeoJson(doc);
    const file = readZonesGeoJson(doc, text);
    expect(file.problems).toEqual([]);
    const before = Y.encodeStateAsUpdate(doc);
    expect(importZones(doc, file.rows, options)).toEqual({ added: [], changed: [] });
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
    const other = createDocument();
    editSettings(other, place);
    expect(importZones(other, readZonesGeoJson(other, text).rows, options).added).toEqual(["z", "y"]);
    for (const id of ["z", "y"]) {
      expect(isSameOutline(toPolygon(findZone(other, id)!), toPolygon(findZone(doc, id)!))).toBe(true);
      const strip = (from: Y.Doc) =>
        Object.fromEntries(
          Object.entries(findRecord(from, { kind: "zones", id })!).filter(([key]) => !key.startsWith("v:")),
        );
      expect(strip(other)).toEqual({ ...strip(doc), createdBy: "ada", createdAt: "2026-02-03" });
    }
  });

  test("rings follow RFC 7946, and coordinates changed by another program are imported", () => {
    fillZones();
    editSettings(doc, { latitude: 0, longitude: 0 });
    const file = JSON.parse(writeZonesGeoJson(doc)) as { features: { geometry: { coordinates: number[][][] } }[] };
    for (const { geometry } of file.features) {
      geometry.coordinates.forEach((ring, index) => {
        const doubled = ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0]! * y! - x! * ring[at]![1]!, 0);
        expect(Math.sign(doubled)).toBe(index === 0 ? 1 : -1);
      });
    }
    const corner = file.features[1]!.geometry.coordinates[0]!.findIndex(([x]) => x! > 1.2e-4);
    file.features[1]!.geometry.coordinates[0]![corner]![0]! += 1e-5;
    const read = readZonesGeoJson(doc, JSON.stringify(file));
    expect(importZones(doc, read.rows, options)).toEqual({ added: [], changed: ["y"] });
  });

  test("files from other programs are read if they contain zones", () => {
    editSettings(doc, { latitude: 48, longitude: 11 });
    const square = (x: number) => [
      [
        [11 + x, 48],
        [11 + x + 1e-4, 48],
        [11 + x + 1e-4, 48.0001],
        [11 + x, 48.0001],
        [11 + x, 48],
      ],
    ];
    const ids = ["n1", "n2"];
    const file = readZonesGeoJson(
      doc,
      JSON.stringify({
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            properties: { name: "Two", landuse: "x" },
            geometry: { type: "MultiPolygon", coordinates: [square(0), square(1e-3)] },
          },
          { type: "Feature", properties: null, geometry: { type: "Point", coordinates: [0, 0] } },
          {
            type: "Feature",
            properties: {},
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [0, 0],
                  [1e-4, 1e-4],
                  [1e-4, 0],
                  [0, 1e-4],
                  [0, 0],
                ],
              ],
            },
          },
          null,
        ],
      }),
    );
    expect(file.problems.map(({ line, field }) => [line, field])).toEqual([
      [2, "geometry"],
      [3, "shape"],
      [4, "geometry"],
    ]);
    expect(importZones(doc, file.rows, { ...options, createId: () => ids.shift()! }).added).toEqual(["n1", "n2"]);
    expect(readScene(doc).zones.map(({ name }) => name)).toEqual(["Two", "Two"]);
    expect(() =>
      readZonesGeoJson(createDocument(), JSON.stringify({ type: "FeatureCollection", features: [] })),
    ).toThrow(SceneInputError);
    expect(() => readZonesGeoJson(doc, "[]")).toThrow(SceneInputError);
  });

  test("metres and degrees give the same place", () => {
    const origin = { latitude: -33.86, longitude: 151.2, northDegrees: 210 };
    const back = fromLongitudeLatitude(toLongitudeLatitude([123.4, -56.7], origin), origin);
    expect(back).toEqual([expect.closeTo(123.4, 6), expect.closeTo(-56.7, 6)]);
    // With north at -z, x is east: a degree of longitude at the equator is 111,319.49 m.
    expect(toLongitudeLatitude([111_319.4908, 0], { latitude: 0, longitude: 0, northDegrees: 0 })[0]).toBeCloseTo(1, 8);
    expect(toLongitudeLatitude([0, -100], { latitude: 0, longitude: 0, northDegrees: 0 })[1]).toBeGreaterThan(0);
  });
});

describe("the publish checklist", () => {
  test("finds broken, empty and unreachable content, and missing text", () => {
    addAnchor(doc, buildAnchor({ id: "fine" }));
    addAnchor(doc, buildAnchor({ id: "empty", title: "", text: " " }));
    addAnchor(doc, {
      ...buildAnchor({ id: "image" }),
      type: "image",
      media: { kind: "url", url: "https://x.org/a.jpg" },
    });
    addAnchor(doc, { ...buildAnchor({ id: "video" }), type: "video" });
    addAnchor(doc, { ...buildAnchor({ id: "link" }), type: "link" });
    addAnchor(doc, { ...buildAnchor({ id: "form" }), type: "form" });
    addAnchor(doc, {
      ...buildAnchor({ id: "body" }),
      scanId: "old",
      text: [{ style: "paragraph", spans: [{ text: "x", link: "https://gone.example/" }] }] as never,
    });
    addAnchor(doc, { ...buildAnchor({ id: "inside" }), type: "link", url: "http://192.168.0.7/" });
    addAnchor(doc, { ...buildAnchor({ id: "mail" }), type: "link", url: "mailto:nobody" });
    fillZones();
    addObject(doc, "tours", "tour", { name: "T" });
    editTourStop(doc, "tour", "s", { anchorId: "deleted" });
    addObject(doc, "plans", "plan", {});
    const findings = checkScene(readScene(doc), {
      scanExtents: [{ id: "new", bounds: { min: [-1, 0, -1], max: [8, 3, 5] } }],
      brokenLinks: new Set(["https://gone.example/"]),
      scanIds: new Set(["new"]),
    });
    expect(
      findings.map(({ code, severity, refs }) => `${severity} ${code} ${refs.map(({ id }) => id).join()}`),
    ).toEqual([
      "problem anchor-untitled empty",
      "problem anchor-empty empty",
      "problem alternative-missing image",
      "problem media-missing video",
      "problem link-missing link",
      "problem form-without-questions form",
      "problem link-broken body",
      "advice anchor-lost-surface body",
      "advice link-private inside",
      "problem link-incomplete mail",
      "problem tour-empty tour",
      "problem tour-stop-missing tour",
      "advice zone-unnamed y",
      "problem zone-unreachable y",
      "problem plan-not-placed plan",
    ]);
    expect(checkScene(readScene(createDocument()))).toEqual([]);
  });
});
