import { instantSchema } from "@blueprint/contract/instant";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { ResultPosition } from "./discover.repository.ts";

const positionSchema = z.object({ rank: z.number(), at: instantSchema, id: z.guid() });

export function writeResultCursor({ rank, at, id }: ResultPosition): string {
  return Buffer.from(`${rank} ${at} ${id}`).toString("base64url");
}

/** @throws AppError `invalid-input` for anything this server did not write */
export function readResultCursor(text: string): ResultPosition {
  const [rank, at, id] = Buffer.from(text, "base64url").toString().split(" ");
  const position = positionSchema.safeParse({ rank: Number(rank), at, id });
  if (!position.success) throw new AppError("invalid-input", { fields: { cursor: "Isn't a position in this list." } });
  return position.data;
}
