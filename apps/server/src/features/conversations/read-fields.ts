export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Texts of a turn's parts, joined. */
export function joinPartTexts(turn: unknown): string {
  if (!isFields(turn) || !Array.isArray(turn.parts)) return "";
  return turn.parts.map((part) => (isFields(part) && typeof part.text === "string" ? part.text : "")).join("");
}

/** Sounds of a turn's parts, in base64. */
export function listPartSounds(turn: unknown): string[] {
  if (!isFields(turn) || !Array.isArray(turn.parts)) return [];
  return turn.parts.flatMap((part) => {
    const { mimeType, data }: Fields = isFields(part) && isFields(part.inlineData) ? part.inlineData : {};
    return typeof mimeType === "string" && mimeType.startsWith("audio/pcm") && typeof data === "string" ? [data] : [];
  });
}
