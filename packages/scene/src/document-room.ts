import type { NoRoom } from "@blueprint/contract/collaboration";
import type { limits } from "@blueprint/contract/limits";
import type { DocumentSize } from "./document-size.ts";

export type RoomLimits = {
  readonly [K in "documentBytesMax" | "documentCommentBytesMax" | "documentCommentBytesPerPersonMax"]:
    | (typeof limits)[K]
    | number;
};

/**
 * Tracks whether a document has room for a change. Sizes are upper bounds: every admitted update is added, and replaced
 * content is not subtracted. Before a bound refuses a change, the document is measured exactly.
 */
export class DocumentRoom {
  readonly #limits: RoomLimits;
  readonly #measure: () => DocumentSize;
  #totalBytes: number;
  #besideContentBytes: number;
  /** Null before the first measurement; until then each author's comments are bounded by all non-content bytes. */
  #byAuthor: Map<string, number> | null = null;
  #isMeasured = false;

  constructor(totalBytes: number, roomLimits: RoomLimits, measure: () => DocumentSize) {
    this.#limits = roomLimits;
    this.#measure = measure;
    this.#totalBytes = totalBytes;
    this.#besideContentBytes = totalBytes;
  }

  /** Which limit an update exceeds; null when there is room. `writer` is null for the server itself. */
  findLack(
    updateBytes: number,
    writer: { readonly may: "edit" | "comment"; readonly userId: string } | null,
  ): NoRoom | null {
    const lack = this.#findByBounds(updateBytes, writer);
    if (lack === null || this.#isMeasured) return lack;
    const { totalBytes, besideContentBytes, commentBytesByAuthor } = this.#measure();
    this.#totalBytes = totalBytes;
    this.#besideContentBytes = besideContentBytes;
    this.#byAuthor = new Map(commentBytesByAuthor);
    this.#isMeasured = true;
    return this.#findByBounds(updateBytes, writer);
  }

  /** Counts an admitted update; `authorId` is null if unknown. */
  note(updateBytes: number, authorId: string | null): void {
    this.#totalBytes += updateBytes;
    this.#besideContentBytes += updateBytes;
    this.#isMeasured = false;
    if (authorId === null) this.#byAuthor = null;
    else this.#byAuthor?.set(authorId, (this.#byAuthor.get(authorId) ?? 0) + updateBytes);
  }

  #findByBounds(
    updateBytes: number,
    writer: { readonly may: "edit" | "comment"; readonly userId: string } | null,
  ): NoRoom | null {
    const { documentBytesMax, documentCommentBytesMax, documentCommentBytesPerPersonMax } = this.#limits;
    // Commenters cannot exceed their own share, so the room left for content is never reduced.
    if (this.#totalBytes + updateBytes > documentBytesMax + documentCommentBytesMax) return "document-full";
    if (writer?.may !== "comment") return null;
    if (this.#besideContentBytes + updateBytes > documentCommentBytesMax) return "comments-full";
    const ownBytes = this.#byAuthor === null ? this.#besideContentBytes : (this.#byAuthor.get(writer.userId) ?? 0);
    return ownBytes + updateBytes > documentCommentBytesPerPersonMax ? "own-comments-full" : null;
  }
}
