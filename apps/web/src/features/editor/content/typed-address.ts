import { toSafeLink } from "@blueprint/scene/scene-field";

/** The address in a text, which may lack its scheme; null until it is valid. */
export function parseAddress(text: string): string | null {
  if (text.trim() === "") return null;
  return toSafeLink(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
}
