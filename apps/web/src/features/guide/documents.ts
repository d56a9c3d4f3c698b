import { listDocuments, type ReadDocumentFacts } from "@blueprint/contract/guide";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { Anchor } from "@blueprint/scene/anchor";
import { bodyQuery } from "../../lib/data-query.ts";

/** A PDF that an anchor shows. */
export interface ShownDocument {
  readonly fileId: string;
  readonly name: string;
}

/** Each file once, in the order of its anchors. */
export function listShownDocuments(anchors: readonly Anchor[]): ShownDocument[] {
  const shown = new Map<string, ShownDocument>();
  for (const { type, title, media } of anchors)
    if (type === "pdf" && media?.kind === "file" && !shown.has(media.fileId))
      shown.set(media.fileId, { fileId: media.fileId, name: title === "" ? media.name : title });
  return [...shown.values()];
}

export function documentsQuery(blueprintId: BlueprintId, fileIds: readonly string[]) {
  return bodyQuery(listDocuments, { params: { blueprintId }, body: { fileIds: fileIds.toSorted().slice(0, 500) } });
}

/** What the guide has of a document, in words. */
export function describeReading(facts: ReadDocumentFacts | undefined): string {
  if (facts === undefined) return "Not read yet. Documents are read when you publish.";
  const { pageCount, textPageCount, readPageCount, problem } = facts;
  switch (problem) {
    case "encrypted":
      return "Can't be read: it needs a password.";
    case "no-text":
      return `Can't be read: ${pageCount === 1 ? "its page is a picture" : "its pages are pictures"}.`;
    case "unreadable":
      return "Can't be read: the file is damaged or isn't a PDF.";
    case "too-large":
      return "Can't be read: it is larger than 64 MB.";
    case "too-long":
      return `The first ${readPageCount.toLocaleString("en")} of ${pageCount.toLocaleString("en")} pages are read.`;
    case null:
      if (textPageCount < pageCount)
        return `Read. ${textPageCount.toLocaleString("en")} of ${pageCount.toLocaleString("en")} pages have text.`;
      return `${pageCount.toLocaleString("en")} ${pageCount === 1 ? "page" : "pages"} read.`;
  }
}
