import { z } from "zod";

// Control characters break mails, logs and terminals; U+0000 cannot be stored by PostgreSQL at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule exists to find accidents, and these are meant.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function plainText(charactersMax: number) {
  return z
    .string()
    .max(charactersMax, { error: `At most ${charactersMax.toLocaleString("en")} characters.` })
    .refine((text) => !controlCharacters.test(text), { error: "Contains control characters." })
    .refine((text) => !loneSurrogate.test(text), { error: "Contains broken characters." });
}

/** One line of text that a person typed: trimmed, not empty. Stored and shown as text, never as HTML. */
export function lineOfText(charactersMax: number) {
  return plainText(charactersMax)
    .refine((text) => !/[\r\n]/.test(text), { error: "Must be one line." })
    .overwrite((text) => text.trim())
    .refine((text) => text !== "", { error: "Must not be empty." });
}

/** Several lines of text, may be empty. Stored and shown as text, never as HTML. */
export function linesOfText(charactersMax: number) {
  return plainText(charactersMax).overwrite((text) => text.trim());
}

/** A name of a file as the person's machine gave it: kept for display and download, never used as a path. */
export const fileNameSchema = plainText(255)
  .refine((text) => !/[\\/]/.test(text), { error: "Must be a name without a path." })
  .refine((text) => text.trim() !== "" && text !== "." && text !== "..", { error: "Must be a name." });

/** Addresses are compared lower-cased and trimmed. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: "Invalid email address" }))
  .overwrite((email) => email.toLowerCase());
