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

// Characters that turn the direction of the text around them, or that nobody sees: with them one name looks like another,
// and a mail's subject says what its sender never wrote.
const invisibleCharacters =
  /\u034f|\u180b|\u180c|\u180d|\u180f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0000}-\u{e007f}]/u;
// Persian, the languages of India and emoji need joiners between letters; scripts that never join hide them.
const hiddenJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])[\u200c\u200d]|[\u200c\u200d](?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}])/u;

/** A line of text without what turns it around or cannot be seen. May be empty afterwards. */
export function withoutInvisible(text: string): string {
  return text
    .replaceAll(new RegExp(invisibleCharacters, "gu"), "")
    .replaceAll(new RegExp(hiddenJoiners, "gu"), "")
    .trim();
}

/** What a person, a team or a blueprint is called: it stands in mails, in their subjects and among other names. */
export function nameLine(charactersMax: number) {
  return lineOfText(charactersMax).refine((name) => !invisibleCharacters.test(name) && !hiddenJoiners.test(name), {
    error: "Contains invisible characters, or ones that turn text around.",
  });
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
