import type { PublishedAnchor } from "@blueprint/contract/published";
import { describe, expect, it } from "vitest";
import { toCardAnchor } from "./card-anchor.ts";
import { findMediaAddress } from "./place-access.ts";

const media = { kind: "file", fileId: "f1", name: "hall.jpg", contentType: "image/jpeg", sizeBytes: 1 } as const;
const anchor: PublishedAnchor = {
  id: "a",
  type: "image",
  title: "Hall",
  text: "Big.",
  content: { type: "image", media, alternative: "A hall" },
  position: [0, 0, 0],
  normal: [0, 1, 0],
};

describe("a card", () => {
  it("has only the fields that were filled in", () => {
    expect(toCardAnchor(anchor)).toEqual({
      id: "a",
      type: "image",
      title: "Hall",
      text: "Big.",
      media,
      alternative: "A hall",
    });
    const link: PublishedAnchor = { ...anchor, type: "link", content: { type: "link", url: null, linkLabel: "" } };
    expect(toCardAnchor(link)).toEqual({ id: "a", type: "link", title: "Hall", text: "Big." });
  });

  it("shows the venue's own files and links to others, and says when one is missing", () => {
    const place = { slug: "hall", mediaUrls: { f1: "/files/1" } };
    expect(findMediaAddress(media, place)).toEqual({ kind: "shown", url: "/files/1", name: "hall.jpg" });
    expect(findMediaAddress({ ...media, fileId: "f2" }, place)).toEqual({ kind: "missing" });
    expect(findMediaAddress({ kind: "url", url: "https://x.example/a.jpg" }, place).kind).toBe("linked");
  });
});
