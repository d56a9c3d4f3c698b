import { TextFormatError, toEssence } from "@blueprint/contract/data-url";
import type { TeamId } from "@blueprint/contract/ids";
import { toMediaName } from "@blueprint/contract/media";
import type { MediaSource } from "@blueprint/scene/media-source";
import { toStringSource } from "@blueprint/uploads/string-source";
import { createUpload } from "@blueprint/uploads/upload";
import { toUploadSource, type UploadSource } from "@blueprint/uploads/upload-source";
import { appCheck } from "../../../lib/app-check.ts";
import { buildSettings } from "../../../lib/build-settings.ts";

/** Media types by file extension, for files without a type from the system. */
const typesByExtension: Readonly<Record<string, string>> = {
  glb: "model/gltf-binary",
  vtt: "text/vtt",
  pdf: "application/pdf",
};

export function findContentType({ name, type }: Pick<File, "name" | "type">): string {
  if (type !== "") return toEssence(type);
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return typesByExtension[extension] ?? "application/octet-stream";
}

/** A local file: chosen, dropped or pasted as text. */
export interface MediaFile {
  readonly name: string;
  readonly contentType: string;
  readonly source: UploadSource;
}

export function toMediaFile(file: File): MediaFile {
  return { name: file.name, contentType: findContentType(file), source: toUploadSource(file) };
}

/** Reads a pasted data URL. @throws TextFormatError (spec §5), also for types that `accept` excludes */
export function readDataUrl(text: string, accept: string): MediaFile {
  const source = toStringSource("pasted", text.trim(), "data_url");
  // A data URL without a type is plain text (RFC 2397).
  const contentType = toEssence(source.contentType ?? "text/plain");
  if (!isAccepted(contentType, accept))
    throw new TextFormatError(`This data URL holds ${contentType}, which isn't supported here.`);
  const extension = contentType.slice(contentType.indexOf("/") + 1).replace(/\+.*$/, "");
  return { name: `pasted.${extension}`, contentType, source };
}

/** Whether a file input with this `accept` offers files of a type. */
export function isAccepted(contentType: string, accept: string): boolean {
  return accept
    .split(",")
    .some((one) => one === contentType || (one.endsWith("/*") && contentType.startsWith(one.slice(0, -1))));
}

/**
 * Stores a file in the team's content and returns the anchor's reference to it. The upload handles chunks, hashes and
 * resuming. @throws ApiError
 */
export async function uploadMedia(
  teamId: TeamId,
  { name, contentType, source }: MediaFile,
  { signal, onFraction }: { readonly signal: AbortSignal; readonly onFraction: (fraction: number) => void },
): Promise<MediaSource> {
  const fileId = crypto.randomUUID();
  const upload = createUpload({
    source,
    bucket: buildSettings.storageBucket,
    objectName: toMediaName(teamId, fileId),
    contentType,
    headers: () => appCheck.headers(),
    onChange: ({ uploadedBytes, inFlightBytes, totalBytes }) =>
      onFraction(totalBytes === 0 ? 1 : Math.min(1, (uploadedBytes + inFlightBytes) / totalBytes)),
  });
  const cancel = () => upload.cancel();
  signal.addEventListener("abort", cancel);
  upload.start();
  const { state, error } = await upload.done;
  signal.removeEventListener("abort", cancel);
  if (state !== "success") throw error ?? new DOMException("Upload cancelled.", "AbortError");
  return { kind: "file", fileId, name: name.slice(-255), contentType, sizeBytes: source.sizeBytes };
}
