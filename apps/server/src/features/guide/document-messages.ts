import type { DocumentProblem } from "@blueprint/contract/guide";

/** The reading process is sent a document's bytes and answers once. */
export interface ReadDocument {
  readonly pageCount: number;
  /** Text of the pages from the first on. */
  readonly pages: readonly string[];
  readonly problem: DocumentProblem | null;
}

/** Beyond either, a document's first pages are read. */
export const documentPagesMax = 2_000;
export const documentCharactersMax = 4_000_000;
