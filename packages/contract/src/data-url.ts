/** The text breaks a rule of spec §5; none of it was decoded. */
export class TextFormatError extends Error {
  override readonly name = "TextFormatError";
}

export interface DataUrlContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Null when the URL names none. */
  readonly contentType: string | null;
}

/** A media type's essence, such as `image/png`, without parameters such as the character set. */
export function toEssence(contentType: string): string {
  return (contentType.split(";")[0] as string).trim().toLowerCase();
}

const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;

/** @throws TextFormatError for "-" or "_", which belong to base64url (spec §5), and for anything that is not base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[-_]/.exec(text);
  if (wrong) throw new TextFormatError(`Base64 text must not contain "${wrong[0]}". Is it base64url?`);
  return decode(text, "base64");
}

/** @throws TextFormatError for "+" or "/", which belong to base64 (spec §5), and for anything that is not base64url. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[+/]/.exec(text);
  if (wrong) throw new TextFormatError(`Base64url text must not contain "${wrong[0]}". Is it base64?`);
  return decode(text.replaceAll("-", "+").replaceAll("_", "/"), "base64url");
}

/**
 * Reads `data:[<mediatype>][;base64],<data>` (spec §5). Without `;base64` the data is percent-encoded text in UTF-8.
 * @throws TextFormatError
 */
export function parseDataUrl(url: string): DataUrlContent {
  const match = /^data:([^,]*?)(;base64)?,(.*)$/s.exec(url);
  if (match === null) throw new TextFormatError("A data URL must look like data:[<mediatype>][;base64],<data>.");
  const [, mediaType = "", base64, data = ""] = match;
  const contentType = mediaType === "" ? null : mediaType;
  if (base64 !== undefined) return { bytes: decodeBase64(data), contentType };
  try {
    return { bytes: new TextEncoder().encode(decodeURIComponent(data)), contentType };
  } catch {
    throw new TextFormatError("The data of this data URL is not percent-encoded text.");
  }
}

function decode(text: string, format: string): Uint8Array<ArrayBuffer> {
  if (!base64Text.test(text) || (text.endsWith("=") && text.length % 4 !== 0) || text.length % 4 === 1)
    throw new TextFormatError(`The text is not ${format}.`);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
