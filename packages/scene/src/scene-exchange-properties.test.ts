import { audiences } from "@blueprint/contract/audiences";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { anchorTypes } from "./anchor.ts";
import {
  importAnchors,
  readAnchorsCsv,
  readAnchorsJson,
  writeAnchorsCsv,
  writeAnchorsJson,
} from "./anchor-exchange.ts";
import { addAnchor, editAnchor, editQuestion } from "./anchor-operations.ts";
import { copyObjects, pasteObjects } from "./copy-objects.ts";

import { addObject, findRecord } from "./object-operations.ts";
import { readScene } from "./read-scene.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { sceneKindNames } from "./scene-kinds.ts";
import { recordScene } from "./scene-record.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";
import { editTourStop } from "./tour-operations.ts";
import { importZones, readZonesGeoJson, writeZonesGeoJson } from "./zone-exchange.ts";
import { addZone } from "./zone-operations.ts";

const options = { createId: () => crypto.randomUUID(), author: { userId: "ada", at: "2026-02-03" } };

/** Words with a special meaning in tables, in JSON or as our markers for empty and null. */
const words = fc.oneof(
  fc.constantFrom("", "''", "'none'", "'=1", "=1+1", "-2", "@x", '"q"', "a,b;c", " spaced ", "null", "true", "{}"),
  fc.constantFrom("[1]", "'", "''''", "7", "1e3", "ü🙂", "Line 1\nLine 2", "a\r\nb", "\t", "none", "x@de", "\ufeff"),
  fc.string({ unit: "grapheme", maxLength: 24 }),
);
const metres = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const point = fc.tuple(metres, metres, metres);
const icon = fc.constantFrom(null, "info", "accessible", "none", "null", "7");
const colour = fc.constantFrom(null, "#b3261e", "#000000");
const someAudiences = fc.subarray([...audiences]);
const media = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constant("file" as const),
    fileId: fc.uuid(),
    name: fc.constantFrom("a.jpg", '=a, "b".png', "ü.pdf"),
    contentType: fc.constant("image/png"),
    sizeBytes: fc.nat(),
  }),
  fc.record({ kind: fc.constant("url" as const), url: fc.constantFrom("https://x.org/?a=1,2", "https://x.org/%22") }),
);
const languages = fc.dictionary(fc.constantFrom("de", "fr-CA", "zh-Hant"), words, { maxKeys: 3 });
const byLanguage = (field: string, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${field}@${language}`, text]));

const anchor = fc.record({
  type: fc.constantFrom(...anchorTypes),
  title: words,
  text: words,
  position: point,
  floor: fc.integer({ min: -3, max: 9 }),
  icon,
  colour,
  audiences: someAudiences,
  state: fc.constantFrom("live" as const, "draft" as const),
  media,
  captions: media,
  alternative: words,
  url: fc.constantFrom(null, "https://x.org/?a=1,2", "mailto:a@x.org"),
  price: fc.constantFrom(null, { amountMinor: 1_050, currency: "EUR" }),
  availability: fc.constantFrom(null, "limited" as const),
  topicQuestions: fc.array(words, { maxLength: 3 }),
  scale: fc.double({ min: 0.001, max: 1_000, noNaN: true }),
});

/** Ignores input that a document refuses; that is not what file exchange tests. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SceneInputError)) throw error;
  }
}

const someAnchors = fc.array(fc.record({ anchor, titles: languages, texts: languages, isBold: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

function fill(doc: Y.Doc, described: readonly (typeof someAnchors extends fc.Arbitrary<(infer T)[]> ? T : never)[]) {
  described.forEach(({ anchor: values, titles, texts, isBold }, index) => {
    const id = `a${index}`;
    attempt(() => addAnchor(doc, { ...buildAnchor({ id }), ...values }));
    // One by one: a refused text must not discard the others.
    for (const change of [byLanguage("title", titles), byLanguage("text", texts)]) {
      for (const [key, text] of Object.entries(change)) attempt(() => editAnchor(doc, id, { [key]: text }));
    }
    if (isBold) attempt(() => editAnchor(doc, id, { text: [{ style: "bullet", spans: [{ text: "x", bold: true }] }] }));
    attempt(() => editQuestion(doc, id, "q", { label: values.title, kind: "choice", options: values.topicQuestions }));
  });
}

for (const [name, write, read] of [
  ["CSV", writeAnchorsCsv, readAnchorsCsv],
  ["JSON", writeAnchorsJson, readAnchorsJson],
] as const) {
  test(`any anchor, with icons, colours, languages and styles, is exported as ${name} and comes back`, () => {
    fc.assert(
      fc.property(someAnchors, (described) => {
        const doc = createDocument();
        fill(doc, described);
        fc.pre(readScene(doc).anchors.length > 0);
        const file = read(write(doc));
        expect(file.problems).toEqual([]);
        const before = Y.encodeStateAsUpdate(doc);
        expect(importAnchors(doc, file.rows, options)).toEqual({ added: [], changed: [] });
        expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
        const other = createDocument();
        importAnchors(other, file.rows, options);
        expect([...recordScene(other).objects.anchors]).toEqual([...recordScene(doc).objects.anchors]);
      }),
      { numRuns: 150 },
    );
  });
}

test("any zone, with languages, is exported as GeoJSON and comes back", () => {
  const zone = fc.record({
    name: words,
    text: words,
    colour,
    audiences: someAudiences,
    capacity: fc.constantFrom(null, 0, 40),
    heights: fc.constantFrom([0, 2.5] as const, [-0.25, 3.125] as const),
  });
  fc.assert(
    fc.property(zone, languages, metres, metres, (values, names, x, z) => {
      const doc = createDocument();
      const outer = [
        [x, z],
        [x + 6.1, z],
        [x + 6, z + 4.3],
      ] as const;
      attempt(() => addZone(doc, "z", { outer: [...outer], holes: [] }, values));
      for (const [key, text] of Object.entries({ ...byLanguage("name", names), ...byLanguage("text", names) })) {
        attempt(() => {
          const row = readZonesGeoJson(doc, writeZonesGeoJson(doc)).rows[0];
          if (row !== undefined)
            importZones(doc, [{ ...row, values: { ...row.values, ...readText(key, text) } }], options);
        });
      }
      fc.pre(readScene(doc).zones.length > 0);
      const file = readZonesGeoJson(doc, writeZonesGeoJson(doc));
      const before = Y.encodeStateAsUpdate(doc);
      expect([file.problems, importZones(doc, file.rows, options)]).toEqual([[], { added: [], changed: [] }]);
      expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
      const other = createDocument();
      importZones(other, file.rows, options);
      const strip = (from: Y.Doc) =>
        Object.entries(findRecord(from, { kind: "zones", id: "z" }) ?? {})
          .filter(([key]) => !key.startsWith("v:") && key !== "shape" && !key.startsWith("created") && key !== "order")
          .sort();
      expect(strip(other)).toEqual(strip(doc));
    }),
    { numRuns: 100 },
  );
});

function readText(key: string, text: string): Record<string, unknown> {
  const doc = createDocument();
  addZone(
    doc,
    "z",
    {
      outer: [
        [0, 0],
        [6, 0],
        [6, 4],
      ],
      holes: [],
    },
    { [key]: text },
  );
  const value = findRecord(doc, { kind: "zones", id: "z" })?.[key];
  return value === undefined ? {} : { [key]: value };
}

test("any copy arrives unchanged in another blueprint: views, tours, plans and groups too", () => {
  fc.assert(
    fc.property(someAnchors, words, point, point, media, (described, name, position, target, sound) => {
      const doc = createDocument();
      fill(doc, described);
      attempt(() => addObject(doc, "groups", "g", { name }));
      attempt(() => addObject(doc, "views", "v", { name, position, target, mode: "walk", audiences: ["staff"] }));
      attempt(() => addObject(doc, "plans", "p", { name, media: sound, opacity: 0.25 }));
      attempt(() => addObject(doc, "tours", "t", { name, summary: name, isStepFree: true }));
      attempt(() => editTourStop(doc, "t", "s", { anchorId: "a0", narration: name, audio: sound, seconds: 12 }));
      const other = createDocument();
      const clipboard: unknown = JSON.parse(JSON.stringify(copyObjects(doc, listRefs(doc))));
      pasteObjects(other, clipboard, options);
      expect(describeCopies(other)).toEqual(describeCopies(doc));
    }),
    { numRuns: 80 },
  );
});

function listRefs(doc: Y.Doc) {
  const scene = readScene(doc);
  return sceneKindNames.flatMap((kind) => scene[kind].map(({ id }) => ({ kind, id })));
}

/** Everything except what differs per copy: its id, its list position, and its author and time. */
function describeCopies(doc: Y.Doc) {
  return copyObjects(doc, listRefs(doc)).objects.map(({ kind, record }) => {
    const { order: _order, createdBy: _createdBy, createdAt: _createdAt, group: _group, ...rest } = record;
    return [kind, JSON.stringify(rest).replaceAll(/"anchorId":"[^"]*"/g, "")];
  });
}
