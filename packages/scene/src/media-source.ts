import type { PublishedMedia } from "@blueprint/contract/published-content";
import { type DeepReadonly, type Field, isSceneId, toSafeLink } from "./scene-field.ts";

/**
 * Source of a picture, film, sound, document or model: a file in the team's storage by its id, or an external URL.
 * Name, type and size are as known when it was chosen.
 */
export type MediaSource = DeepReadonly<PublishedMedia>;

const fileKeys = ["contentType", "fileId", "kind", "name", "sizeBytes"];
const mediaType = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/;

export const mediaField: Field<MediaSource | null> = {
  parse: (value) => {
    if (value === null) return null;
    if (typeof value !== "object") return undefined;
    const source = value as Record<string, unknown>;
    const keys = Object.keys(source).sort().join();
    if (source.kind === "url") {
      const url = toSafeLink(source.url);
      return url !== null && /^https?:/.test(url) && keys === "kind,url" ? { kind: "url", url } : undefined;
    }
    const { fileId, name, contentType, sizeBytes } = source;
    if (source.kind !== "file" || keys !== fileKeys.join() || !isSceneId(fileId)) return undefined;
    if (typeof name !== "string" || name.length > 255) return undefined;
    if (typeof contentType !== "string" || !mediaType.test(contentType)) return undefined;
    if (!Number.isSafeInteger(sizeBytes) || (sizeBytes as number) < 0) return undefined;
    return { kind: "file", fileId, name, contentType, sizeBytes: sizeBytes as number };
  },
  fallback: null,
  message: "Choose a file or enter a full web address.",
};
