import { photoPixels } from "@blueprint/contract/account";
import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { openPicture } from "../../platform/open-picture.ts";
import { findVisiblePhotoKey, replacePhotoKey } from "./account.repository.ts";
import { toPhotoUrl } from "./users.service.ts";

const contentType = "image/webp";

/** Stores a photo as a small square without camera metadata. @throws AppError `photo-unreadable` */
export async function putPhoto(context: AppContext, actor: Actor, bytes: Uint8Array): Promise<{ photoUrl: string }> {
  const key = `photos/${actor.userId}/${context.ids.uuid()}`;
  await context.storage.putBytes(key, await toSquare(bytes), { contentType });
  await replacePhoto(context, actor.userId, key);
  return { photoUrl: toPhotoUrl(actor.userId, key) };
}

export async function deletePhoto(context: AppContext, actor: Actor): Promise<void> {
  await replacePhoto(context, actor.userId, null);
}

/** @throws AppError `not-found` for callers who share no team with them */
export async function findPhoto(
  context: AppContext,
  actor: Actor,
  userId: UserId,
): Promise<{ key: string; sizeBytes: number; contentType: string }> {
  const key = await findVisiblePhotoKey(context.db, userId, actor.userId);
  const head = key === null ? null : await context.storage.head(key);
  if (key === null || head === null) throw new AppError("not-found");
  return { key, sizeBytes: head.sizeBytes, contentType };
}

async function replacePhoto(context: AppContext, userId: UserId, key: string | null): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await replacePhotoKey(tx, userId, key);
    if (before !== null) await context.jobs.enqueue(tx, "remove-stored-bytes", { storageKey: before });
  });
}

async function toSquare(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const picture = await openPicture(bytes);
    return await picture
      .rotate()
      .resize(photoPixels, photoPixels, { fit: "cover", position: "attention" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (cause) {
    throw new AppError("photo-unreadable", { cause });
  }
}
