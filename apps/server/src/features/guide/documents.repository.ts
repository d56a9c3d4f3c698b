import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { documentTexts } from "../../db/schema/document-texts.ts";

export type DocumentText = typeof documentTexts.$inferSelect;

/** Unscoped on purpose, like everything here: the caller names files of a version that it may read. */
export async function listDocumentTexts(tx: Tx, bucket: string, fullPaths: readonly string[]): Promise<DocumentText[]> {
  if (fullPaths.length === 0) return [];
  return await tx
    .select()
    .from(documentTexts)
    .where(and(eq(documentTexts.bucket, bucket), inArray(documentTexts.fullPath, [...fullPaths])));
}

/** The same without the texts. */
export async function listReadDocuments(tx: Tx, bucket: string, fullPaths: readonly string[]) {
  if (fullPaths.length === 0) return [];
  const { fullPath, pageCount, pages, problem } = documentTexts;
  return await tx
    .select({
      fullPath,
      pageCount,
      problem,
      readPageCount: sql<number>`cardinality(${pages})`,
      textPageCount: sql<number>`cardinality(array_remove(${pages}, ''))`,
    })
    .from(documentTexts)
    .where(and(eq(documentTexts.bucket, bucket), inArray(fullPath, [...fullPaths])));
}

export async function storeDocumentText(tx: Tx, text: DocumentText): Promise<void> {
  const { bucket, fullPath, ...read } = text;
  await tx
    .insert(documentTexts)
    .values(text)
    .onConflictDoUpdate({ target: [documentTexts.bucket, documentTexts.fullPath], set: read });
}
