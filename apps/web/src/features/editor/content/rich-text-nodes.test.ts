import type { RichText } from "@blueprint/scene/rich-text";
import { $createLinkNode } from "@lexical/link";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from "lexical";
import { describe, expect, it } from "vitest";
import { $readRichText, $writeRichText, richTextNodes } from "./rich-text-nodes.ts";

function throughEditor(change: () => void): RichText {
  const editor = createEditor({
    nodes: richTextNodes,
    onError: (error) => {
      throw error;
    },
  });
  editor.update(change, { discrete: true });
  return editor.getEditorState().read($readRichText);
}

const text: RichText = [
  { style: "heading", spans: [{ text: "Opening hours" }] },
  { style: "paragraph", spans: [{ text: "Every " }, { text: "day", bold: true }, { text: " but Monday." }] },
  { style: "bullet", spans: [{ text: "10:00 to 17:00" }] },
  { style: "bullet", spans: [{ text: "late", italic: true, bold: true }] },
  { style: "number", spans: [{ text: "Ring" }] },
  { style: "paragraph", spans: [] },
  { style: "quote", spans: [{ text: "Mind the step." }] },
  { style: "subheading", spans: [{ text: "More" }] },
  {
    style: "paragraph",
    spans: [
      { text: "See ", italic: true },
      { text: "the page", link: "https://example.org/" },
    ],
  },
];

describe("the rich text of an anchor", () => {
  it("enters the editor and comes out unchanged", () => {
    expect(throughEditor(() => $writeRichText(text))).toEqual(text);
    expect(throughEditor(() => $writeRichText([]))).toEqual([]);
  });

  it("keeps the text of an unsafe link, but not the link", () => {
    const read = throughEditor(() => {
      const link = $createLinkNode("javascript:alert(1)").append($createTextNode("press"));
      $getRoot().clear().append($createParagraphNode().append(link));
    });
    expect(read).toEqual([{ style: "paragraph", spans: [{ text: "press" }] }]);
  });
});
