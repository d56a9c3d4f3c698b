import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { filesPath, isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";
import { openPicture } from "../../platform/open-picture.ts";

const validMs = 2 * 3_600_000;
const photoPixelsMax = 1_280;
const logoPixelsMax = 1_024;
const logoFormats = ["jpeg", "png", "webp"];

/** Photos and sheets of a blueprint's signs are stored under it. */
export function toSignFolder(blueprintId: BlueprintId): string {
  return `signs/${blueprintId}/`;
}

/** Address of a photo or sheet for people who may see the blueprint. */
export function toSignFileUrl({ secrets, clock }: AppContext, key: string): string {
  return `${filesPath}/${makeCapability(secrets.capabilityKey, clock, key, validMs)}/${key}`;
}

export const signFilePattern = /^[0-9a-f-]{36}(-\d+-\d+)?\.(webp|pdf|svg|png)$/;

const contentTypes = {
  webp: "image/webp",
  pdf: "application/pdf",
  svg: "image/svg+xml",
  png: "image/png",
} as const;

/** @throws AppError not-found when the address doesn't allow it, or the file is gone */
export async function findSignFile(
  context: AppContext,
  { capability, blueprintId, name }: { capability: string; blueprintId: string; name: string },
): Promise<{ key: string; sizeBytes: number; contentType: string; fileName: string }> {
  const { secrets, clock, storage } = context;
  const key = `${toSignFolder(blueprintId as BlueprintId)}${name}`;
  const [, range, kind] = signFilePattern.exec(name) ?? [];
  if (kind === undefined || !isCapabilityValid(secrets.capabilityKey, clock, key, capability))
    throw new AppError("not-found");
  const head = await storage.head(key);
  if (head === null) throw new AppError("not-found");
  const contentType = contentTypes[kind as keyof typeof contentTypes];
  return { key, sizeBytes: head.sizeBytes, contentType, fileName: toFileName(range, kind) };
}

function toFileName(range: string | undefined, kind: string): string {
  return range === undefined
    ? `photo.${kind}`
    : toSheetName(...(range.slice(1).split("-").map(Number) as [number, number]), kind);
}

/** Name under which a file of sheets is downloaded. */
export function toSheetName(firstSign: number, lastSign: number, kind: string): string {
  return firstSign === lastSign ? `sign-${firstSign}.${kind}` : `signs-${firstSign}-${lastSign}.${kind}`;
}

/** A photo of at most 1,280 px without camera metadata, as WebP. @throws AppError photo-unreadable */
export async function toPhoto(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const picture = await openPicture(bytes);
    return await picture
      .rotate()
      .resize(photoPixelsMax, photoPixelsMax, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (cause) {
    throw new AppError("photo-unreadable", { cause });
  }
}

/** A logo as PNG of at most 1,024 px. Browsers draw an SVG before they send it. @throws AppError logo-unreadable */
export async function toLogo(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const picture = await openPicture(bytes, logoFormats);
    return await picture.resize(logoPixelsMax, logoPixelsMax, { fit: "inside" }).png().toBuffer();
  } catch (cause) {
    throw new AppError("logo-unreadable", { cause });
  }
}
