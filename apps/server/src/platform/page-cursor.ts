import { instantSchema } from "@blueprint/contract/instant";
import { z } from "zod";
import { AppError } from "./app-error.ts";

const positionSchema = z.object({ at: instantSchema, id: z.guid() });

/** A position in a list ordered by time, then id, newest first: the last row shown. */
export interface PageCursor {
  at: Date;
  id: string;
}

export function writePageCursor({ at, id }: PageCursor): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** @throws AppError `invalid-input` for anything this server did not write */
export function readPageCursor(text: string): PageCursor {
  const [time, id] = Buffer.from(text, "base64url").toString().split(" ");
  const position = positionSchema.safeParse({ at: time, id });
  if (!position.success) {
    throw new AppError("invalid-input", { fields: { cursor: "Isn't a position in this list." } });
  }
  return { at: new Date(position.data.at), id: position.data.id };
}

/** Splits `limit + 1` rows into a page and the position after it. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  toCursor: (row: Row) => PageCursor,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last !== undefined ? writePageCursor(toCursor(last)) : null };
}
