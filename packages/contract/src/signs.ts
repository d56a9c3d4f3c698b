import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, signIdSchema, signPrintIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { shortLinkSchema, shortLinkTargetSchema } from "./short-links.ts";
import { signFileKinds, signSheetSchema } from "./sign-sheets.ts";
import { lineOfText, linesOfText } from "./text.ts";

/**
 * - `to-print`: no sheet was made of it yet, or it has to be replaced
 * - `to-hang`: a sheet was made; nobody has scanned it since
 * - `hung`: it was scanned after its sheet was made
 * - `retired`: its link is retired or has expired
 */
export const signStates = ["to-print", "to-hang", "hung", "retired"] as const;
export type SignState = (typeof signStates)[number];

/** A hung sign that isn't scanned for this many days may be gone. */
export const signQuietDays = 30;

/** What the register lists: signs of a state, or hung ones that nobody has scanned for `signQuietDays` days. */
export const signFilters = ["all", ...signStates, "quiet"] as const;
export type SignFilter = (typeof signFilters)[number];

export const signSchema = z.object({
  id: signIdSchema,
  /** Counts up within the blueprint; printed on the sign. */
  number: z.number().int(),
  /** The code on the sign. Its label says where the sign hangs. */
  link: shortLinkSchema,
  /** Printed large; empty for the place's name. */
  title: z.string(),
  /** Printed below; may be empty. */
  line: z.string(),
  /** As the venue calls it; may be empty. */
  storey: z.string(),
  /** Anchor at which it hangs. */
  anchorId: z.string().nullable(),
  state: z.enum(signStates),
  /** When the last sheet was made since it was added or had to be replaced. */
  sheetMadeAt: z.string().nullable(),
  /** First scan after that. */
  hungAt: z.string().nullable(),
  /** Short-lived URL of a photo of where it hangs. */
  photoUrl: z.string().nullable(),
  createdAt: z.string(),
});
export type Sign = z.infer<typeof signSchema>;

const blueprintParams = z.object({ blueprintId: blueprintIdSchema });
const signParams = blueprintParams.extend({ signId: signIdSchema });
const oneLine = (charactersMax: number) =>
  linesOfText(charactersMax).refine((text) => !/[\r\n]/.test(text), { error: "Must be one line." });
const signFields = {
  /** Where it hangs. */
  spot: lineOfText(limits.shortLinkLabelCharactersMax),
  target: shortLinkTargetSchema,
  title: oneLine(limits.signTitleCharactersMax),
  line: oneLine(limits.signLineCharactersMax),
  storey: oneLine(limits.signStoreyCharactersMax),
  anchorId: z.string().max(64).nullable(),
};

export const listSigns = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/signs",
  access: "blueprint.see",
  summary: "The blueprint's signs by number, and how many each filter has.",
  apiScope: "read",
  schema: {
    params: blueprintParams,
    querystring: z.object({
      filter: z.enum(signFilters).default("all"),
      /** Part of where it hangs, its title, its storey, or its code or number. */
      search: z.string().max(100).default(""),
      /** Number of the last sign of the page before. */
      cursor: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    response: z.object({
      signs: z.array(signSchema),
      /** Null on the last page. */
      nextCursor: z.string().nullable(),
      /** Signs on all pages. */
      total: z.number().int(),
      /** Without the search. */
      counts: z.record(z.enum(signFilters), z.number().int()),
    }),
  },
  errors: [],
});

const newSignSchema = z.object({
  ...signFields,
  title: signFields.title.default(""),
  line: signFields.line.default(""),
  storey: signFields.storey.default(""),
  anchorId: signFields.anchorId.default(null),
});
export type NewSign = z.output<typeof newSignSchema>;

export const addSigns = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/signs",
  access: "blueprint.publish",
  summary: "Adds signs, each with a code of its own. All of them or none.",
  apiScope: "publish",
  schema: {
    params: blueprintParams,
    body: z.object({
      signs: z.array(newSignSchema).min(1).max(limits.signsAddedAtOnceMax),
    }),
    response: z.object({ signs: z.array(signSchema) }),
  },
  errors: ["forbidden", "signs-too-many"],
});

export const changeSign = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/signs/:signId",
  access: "blueprint.publish",
  summary: "Changes where a sign hangs, what it says and where its code leads, or retires it. The code stays the same.",
  apiScope: "publish",
  schema: {
    params: signParams,
    body: z.object({
      ...z.object(signFields).partial().shape,
      /** Retires the sign with a message for people who scan it, possibly empty; null puts it back into use. */
      retired: z
        .object({ message: linesOfText(limits.shortLinkMessageCharactersMax) })
        .nullable()
        .optional(),
    }),
    response: signSchema,
  },
  errors: ["forbidden"],
});

/** Why a sign needs a new copy. */
export const replacementReasons = ["damaged", "missing", "moved", "outdated", "not-hung"] as const;
export type ReplacementReason = (typeof replacementReasons)[number];

export const replaceSign = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/signs/:signId/replacement",
  access: "blueprint.publish",
  summary:
    "Marks a sign for replacement: it has to be printed and hung again, with the same code. Its history and scans stay. " +
    "With the reason `not-hung`, only its hanging is taken back.",
  apiScope: "publish",
  schema: {
    params: signParams,
    body: z.object({ reason: z.enum(replacementReasons), note: linesOfText(limits.signNoteCharactersMax).default("") }),
    response: signSchema,
  },
  errors: ["forbidden"],
});

export const signEventKinds = ["added", "sheet-made", "hung", "replaced"] as const;

const signEventSchema = z.object({
  kind: z.enum(signEventKinds),
  at: z.string(),
  /** Name of the person, as far as there is one. */
  by: z.string().nullable(),
  /** Of replacements. */
  reason: z.enum(replacementReasons).nullable(),
  note: z.string(),
});
export type SignEvent = z.infer<typeof signEventSchema>;

export const getSignHistory = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/signs/:signId/history",
  access: "blueprint.see",
  summary: "What happened to a sign, newest first: its sheets, first scans and replacements.",
  apiScope: "read",
  schema: { params: signParams, response: z.object({ events: z.array(signEventSchema) }) },
  errors: [],
});

export const signPhotoBytesMax = 10 * 1024 * 1024;

export const putSignPhoto = defineEndpoint({
  method: "PUT",
  url: "/api/blueprints/:blueprintId/signs/:signId/photo",
  access: "blueprint.publish",
  summary: "Sets the photo of where a sign hangs: JPEG, PNG, WebP, AVIF or GIF as the body. Its metadata is removed.",
  schema: { params: signParams, response: signSchema },
  errors: ["forbidden", "photo-unreadable", "payload-too-large"],
});

export const removeSignPhoto = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/signs/:signId/photo",
  access: "blueprint.publish",
  summary: "Removes the photo of where a sign hangs.",
  schema: { params: signParams, response: signSchema },
  errors: ["forbidden"],
});

/** What is printed on a sign. `address` is the short link, `code` its code in groups. */
export const signTexts = ["title", "line", "code", "address"] as const;

/** Why sheets were not made. `sign` is the number of the first sign that is at fault. */
const signPrintProblemSchema = z.discriminatedUnion("kind", [
  /** No font has these characters. */
  z.object({
    kind: z.literal("text-not-printable"),
    sign: z.number().int(),
    part: z.enum(signTexts),
    characters: z.array(z.string()).readonly(),
  }),
  /** It doesn't fit in this size. */
  z.object({ kind: z.literal("text-too-long"), sign: z.number().int(), part: z.enum(signTexts) }),
  /** A phone can't read the code from the reading distance. */
  z.object({
    kind: z.literal("code-not-readable"),
    sign: z.number().int(),
    /** Width of the printed code without its quiet zone. */
    widthMm: z.number(),
    /** The width that could be read from there; null when its size isn't the reason. */
    neededWidthMm: z.number().nullable(),
    /** The distance from which this code could be read; null when its size isn't the reason. */
    readableFromMm: z.number().nullable(),
  }),
  /** The server couldn't make them. */
  z.object({ kind: z.literal("failed") }),
]);
export type SignPrintProblem = z.infer<typeof signPrintProblemSchema>;

export const signPrintSchema = z.object({
  id: signPrintIdSchema,
  sheet: signSheetSchema,
  fileKind: z.enum(signFileKinds),
  signCount: z.number().int(),
  /** Signs whose codes have been read from the finished sheet. */
  checkedCount: z.number().int(),
  createdAt: z.string(),
  /** Null while the sheets are being made. */
  endedAt: z.string().nullable(),
  problem: signPrintProblemSchema.nullable(),
  files: z.array(
    z.object({
      name: z.string(),
      sizeBytes: z.number().int(),
      /** Numbers of the first and last sign. */
      firstSign: z.number().int(),
      lastSign: z.number().int(),
      /** Short-lived. */
      url: z.string(),
    }),
  ),
  /** The files are removed then. */
  expiresAt: z.string(),
});
export type SignPrint = z.infer<typeof signPrintSchema>;

export const listSignPrints = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/sign-prints",
  access: "blueprint.see",
  summary: "The blueprint's last sheets of signs, newest first, with their files.",
  apiScope: "read",
  schema: { params: blueprintParams, response: z.object({ prints: z.array(signPrintSchema) }) },
  errors: [],
});

export const startSignPrint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/sign-prints",
  access: "blueprint.publish",
  summary:
    "Makes sheets of signs in the background. Two independent decoders read each code from the finished sheet, as seen from the " +
    "reading distance; otherwise there is no file, and `problem` says why.",
  apiScope: "publish",
  schema: {
    params: blueprintParams,
    body: z.object({
      /** Null for all signs that are in use. */
      signIds: z.array(signIdSchema).min(1).max(limits.signsPerBlueprintMax).nullable(),
      sheet: signSheetSchema,
      fileKind: z.enum(signFileKinds),
      /** PNG, JPEG or WebP in base64, printed on each sign. */
      logo: z
        .base64()
        .max(Math.ceil(limits.signLogoBytesMax / 3) * 4)
        .nullable()
        .default(null),
    }),
    response: signPrintSchema,
  },
  errors: ["forbidden", "sign-print-running", "logo-unreadable"],
});

export const cancelSignPrint = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/sign-prints/:signPrintId",
  access: "blueprint.publish",
  summary: "Stops sheets that are being made, or removes their files.",
  apiScope: "publish",
  schema: { params: blueprintParams.extend({ signPrintId: signPrintIdSchema }), response: z.object({}) },
  errors: ["forbidden"],
});
