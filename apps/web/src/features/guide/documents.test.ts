import type { Anchor } from "@blueprint/scene/anchor";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { describe, expect, it } from "vitest";
import { describeReading, listShownDocuments } from "./documents.ts";

const file = (fileId: string) => ({
  kind: "file",
  fileId,
  name: `${fileId}.pdf`,
  contentType: "application/pdf",
  sizeBytes: 1,
});
const facts = { fileId: "a", pageCount: 12, textPageCount: 12, readPageCount: 12, problem: null };

describe("documents of a blueprint", () => {
  it("are the files of its PDF anchors, each once, by the anchor's title or the file's name", () => {
    const anchors = [
      buildAnchor({ id: "1", type: "pdf", title: "Catalogue", media: file("a") as never }),
      buildAnchor({ id: "2", type: "pdf", title: "", media: file("b") as never }),
      buildAnchor({ id: "3", type: "pdf", title: "Again", media: file("a") as never }),
      buildAnchor({ id: "4", type: "image", title: "Picture", media: file("c") as never }),
      buildAnchor({ id: "5", type: "pdf", title: "Empty", media: null }),
    ] as unknown as Anchor[];
    expect(listShownDocuments(anchors)).toEqual([
      { fileId: "a", name: "Catalogue" },
      { fileId: "b", name: "b.pdf" },
    ]);
  });

  it.each([
    [undefined, "Not read yet. Documents are read when you publish."],
    [facts, "12 pages read."],
    [{ ...facts, pageCount: 1, textPageCount: 1, readPageCount: 1 }, "1 page read."],
    [{ ...facts, textPageCount: 10 }, "Read. 10 of 12 pages have text."],
    [{ ...facts, problem: "encrypted" as const }, "Can't be read: it needs a password."],
    [{ ...facts, problem: "no-text" as const }, "Can't be read: its pages are pictures."],
    [{ ...facts, pageCount: 1, problem: "no-text" as const }, "Can't be read: its page is a picture."],
    [{ ...facts, problem: "unreadable" as const }, "Can't be read: the file is damaged or isn't a PDF."],
    [{ ...facts, problem: "too-large" as const }, "Can't be read: it is larger than 64 MB."],
    [
      { ...facts, pageCount: 5_000, readPageCount: 2_000, problem: "too-long" as const },
      "The first 2,000 of 5,000 pages are read.",
    ],
  ])("are described: %o", (read, expected) => expect(describeReading(read)).toBe(expected));
});
