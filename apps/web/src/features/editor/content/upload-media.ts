import type { TeamId } from "@blueprint/contract/ids";
import { toMediaName } from "@blueprint/contract/media";
import type { MediaSource } from "@blueprint/scene/media-source";
import { createUpload } from "@blueprint/uploads/upload";
import { toUploadSource } from "@blueprint/uploads/upload-source";
import { appCheck } from "../../../lib/app-check.ts";
import { buildSettings } from "../../../lib/build-settings.ts";

/** Media types by the end of a file's name, where the system does not know one. */
const typesByExtension: Readonly<Record<string, string>> = {
  glb: "model/gltf-binary",
  vtt: "text/vtt",
  pdf: "application/pdf",
};

export function findContentType({ name, type }: Pick<File, "name" | "type">): string {
  if (type !== "") return type.split(";")[0]!.trim().toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return typesByExtension[extension] ?? "application/octet-stream";
}

/**
 * Stores a file among the team's content and answers how an anchor refers to it. Chunks, hashes and going on after an
 * interruption are the upload's own. @throws ApiError
 */
export async function uploadMedia(
  teamId: TeamId,
  file: File,
  { signal, onFraction }: { readonly signal: AbortSignal; readonly onFraction: (fraction: number) => void },
): Promise<MediaSource> {
  const fileId = crypto.randomUUID();
  const contentType = findContentType(file);
  const upload = createUpload({
    source: toUploadSource(file),
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
  if (state !== "success") throw error ?? new DOMException("The upload was cancelled.", "AbortError");
  return { kind: "file", fileId, name: file.name.slice(-255), contentType, sizeBytes: file.size };
}
