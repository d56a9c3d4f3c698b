export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listParts(turn: unknown): Fields[] {
  return isFields(turn) && Array.isArray(turn.parts) ? turn.parts.filter(isFields) : [];
}

/** Texts of a turn's parts, joined. */
export function joinPartTexts(turn: unknown): string {
  return listParts(turn)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");
}

/** Sounds of a turn's parts, in base64. */
export function listPartSounds(turn: unknown): string[] {
  return listParts(turn).flatMap(({ inlineData }) => {
    const { mimeType, data }: Fields = isFields(inlineData) ? inlineData : {};
    return typeof mimeType === "string" && mimeType.startsWith("audio/pcm") && typeof data === "string" ? [data] : [];
  });
}
