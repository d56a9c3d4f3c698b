import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor } from "./anchor-operations.ts";
import { readScene } from "./read-scene.ts";
import { patchPlainText, patchText, type RichText, readRuns, toBlocks, toRuns } from "./rich-text.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createDocument } from "./testing/build-scene.ts";

const body: RichText = [
  { style: "heading", spans: [{ text: "The lamp" }] },
  { style: "paragraph", spans: [{ text: "It is " }, { text: "old", bold: true }, { text: " and heavy." }] },
  { style: "bullet", spans: [{ text: "brass" }] },
  { style: "bullet", spans: [{ text: "glass", link: "https://example.org/glass" }] },
  { style: "paragraph", spans: [] },
  { style: "quote", spans: [{ text: "Light!", italic: true }] },
];

describe("rich text", () => {
  test("round-trips", () => {
    expect(toBlocks(toRuns(body))).toEqual(body);
    const doc = createDocument();
    addAnchor(doc, { ...buildAnchor({ id: "a" }), text: body as never });
    expect(readScene(doc).anchors[0]?.body).toEqual(body);
    expect(readScene(doc).anchors[0]?.text).toBe("The lamp\nIt is old and heavy.\nbrass\nglass\n\nLight!\n");
  });

  test("only text, known styles and safe links are kept", () => {
    const runs = toRuns([
      {
        style: "paragraph",
        spans: [{ text: "<b>a</b>", link: "javascript:alert(1)" }, { text: "b", onclick: "x" } as never],
      },
      { style: "script" as never, spans: [{ text: "c" }] },
    ]);
    expect(runs).toEqual([{ text: "<b>a</b>" }, { text: "b" }, { text: "\n" }, { text: "c" }, { text: "\n" }]);
    expect(JSON.stringify(runs)).not.toMatch(/javascript|onclick|script"/);
  });

  test("two people who style and write in different places both keep their edits", () => {
    const first = createDocument();
    addAnchor(first, buildAnchor({ id: "a", text: "The lamp is old." }));
    const second = new Y.Doc();
    Y.applyUpdate(second, Y.encodeStateAsUpdate(first));
    editAnchor(first, "a", {
      text: [{ style: "paragraph", spans: [{ text: "The " }, { text: "lamp", bold: true }, { text: " is old." }] }],
    });
    editAnchor(second, "a", { text: "The lamp is old and heavy." });
    Y.applyUpdate(first, Y.encodeStateAsUpdate(second));
    expect(readScene(first).anchors[0]?.body).toEqual([
      { style: "paragraph", spans: [{ text: "The " }, { text: "lamp", bold: true }, { text: " is old and heavy." }] },
    ]);
  });

  test("text typed inside a styled word takes its style, but text after a heading does not become one", () => {
    const text = new Y.Doc().getText("t");
    patchText(text, toRuns(body));
    patchPlainText(text, text.toString().replace("old", "olden").replace("The lamp\n", "The lamp\n"));
    expect(readRuns(text).find((run) => run.bold)?.text).toBe("olden");
    patchPlainText(text, text.toString().replace("The lamp\n", "The lamp\nNew line.\n"));
    expect(toBlocks(readRuns(text)).slice(0, 2)).toEqual([
      { style: "heading", spans: [{ text: "The lamp" }] },
      { style: "paragraph", spans: [{ text: "New line." }] },
    ]);
  });
});
