import { z } from "zod";

// Control characters break mails, logs and terminals; PostgreSQL cannot store U+0000 at all.
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

/** One line of text typed by a person: trimmed, not empty. Stored and shown as text, never as HTML. */
export function lineOfText(charactersMax: number) {
  return plainText(charactersMax)
    .refine((text) => !/[\r\n]/.test(text), { error: "Must be one line." })
    .overwrite((text) => text.trim())
    .refine((text) => text !== "", { error: "Must not be empty." });
}

// Invisible characters and ones that change text direction: they make names look alike and let a mail's subject say
// what its sender never wrote.
const invisibleCharacters =
  /\u034f|\u180b|\u180c|\u180d|\u180f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0000}-\u{e007f}]/u;
// Persian, Indic scripts and emoji need joiners between letters; in scripts that never join they are invisible.
const hiddenJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])[\u200c\u200d]|[\u200c\u200d](?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])/u;

/** A line of text without invisible characters and direction overrides. The result may be empty. */
export function withoutInvisible(text: string): string {
  return text
    .replaceAll(new RegExp(invisibleCharacters, "gu"), "")
    .replaceAll(new RegExp(hiddenJoiners, "gu"), "")
    .trim();
}

/** Name of a person, team or blueprint: it appears in mails, mail subjects and lists of names. */
export function nameLine(charactersMax: number) {
  return lineOfText(charactersMax).refine((name) => !invisibleCharacters.test(name) && !hiddenJoiners.test(name), {
    error: "Contains invisible characters or characters that reverse text.",
  });
}

/** Several lines of text, possibly empty. Stored and shown as text, never as HTML. */
export function linesOfText(charactersMax: number) {
  return plainText(charactersMax).overwrite((text) => text.trim());
}

/** A file name as given by the person's machine: kept for display and download, never used as a path. */
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
