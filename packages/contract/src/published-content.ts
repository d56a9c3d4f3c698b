import { z } from "zod";

const point2 = z.tuple([z.number(), z.number()]);
const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** A stored file by its id, or an external URL. */
const mediaSchema = z.union([
  z.object({
    kind: z.literal("file"),
    fileId: z.string(),
    name: z.string(),
    contentType: z.string(),
    sizeBytes: z.number().int(),
  }),
  z.object({ kind: z.literal("url"), url: z.string() }),
]);
export type PublishedMedia = z.infer<typeof mediaSchema>;
const media = mediaSchema.nullable();
const alternative = z.string();

/** Styled text as lines of spans, free of markup. Links are absolute http, https, mailto or tel addresses. */
export const richTextSchema = z.array(
  z.object({
    style: z.enum(["paragraph", "heading", "subheading", "bullet", "number", "quote"]),
    spans: z.array(
      z.object({
        text: z.string(),
        bold: z.literal(true).optional(),
        italic: z.literal(true).optional(),
        link: z.string().optional(),
      }),
    ),
  }),
);

const publishedQuestionSchema = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["short-text", "long-text", "email", "number", "choice", "choices", "yes-no", "rating"]),
  isRequired: z.boolean(),
  options: z.array(z.string()),
});
export type PublishedQuestion = z.infer<typeof publishedQuestionSchema>;

/** What an anchor's card shows besides title and text. */
export const anchorContentSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("info"), topicQuestions: z.array(z.string()) }),
  z.object({ type: z.literal("guide-topic"), topicQuestions: z.array(z.string()) }),
  z.object({ type: z.literal("image"), media, alternative }),
  z.object({ type: z.literal("audio"), media, alternative }),
  z.object({ type: z.literal("video"), media, captions: media, alternative }),
  z.object({ type: z.literal("pdf"), media, page: z.number().int(), alternative }),
  z.object({ type: z.literal("link"), url: z.string().nullable(), linkLabel: z.string() }),
  z.object({
    type: z.literal("product"),
    media,
    alternative,
    sku: z.string(),
    price: z.object({ amountMinor: z.number().int(), currency: z.string() }).nullable(),
    availability: z.enum(["in-stock", "limited", "on-order", "sold-out"]).nullable(),
    url: z.string().nullable(),
    linkLabel: z.string(),
  }),
  z.object({
    type: z.literal("model"),
    media,
    alternative,
    rotation: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    scale: z.number(),
  }),
  z.object({
    type: z.literal("form"),
    questions: z.array(publishedQuestionSchema),
    submitLabel: z.string(),
    thanks: z.string(),
  }),
  z.object({
    type: z.literal("route-step"),
    direction: z.enum(["straight", "left", "right", "up", "down", "arrive"]),
  }),
  z.object({
    type: z.literal("safety"),
    safety: z.enum([
      "exit",
      "extinguisher",
      "first-aid",
      "defibrillator",
      "alarm",
      "assembly-point",
      "hazard",
      "other",
    ]),
  }),
  z.object({ type: z.literal("qr-spot"), code: z.string() }),
]);

/** Title, text and text alternative of an anchor in another language. */
export const publishedTranslationSchema = z.object({
  title: z.string(),
  text: z.string(),
  body: richTextSchema,
  alternative: z.string(),
});

/** Rings are [x, z] in metres, not closed; heights are y. */
export const publishedZoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["public", "staff", "keep-out", "slow", "quiet", "capacity"]),
  text: z.string(),
  colour: z.string().nullable(),
  capacity: z.number().int().nullable(),
  floor: z.number().int(),
  heights: point2,
  outer: z.array(point2),
  holes: z.array(z.array(point2)),
});
export type PublishedZone = z.infer<typeof publishedZoneSchema>;

/** `walkingSpeed` in metres per second. */
export const publishedTourSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  isStepFree: z.boolean(),
  walkingSpeed: z.number(),
  stops: z.array(
    z.object({
      id: z.string(),
      /** Each stop shows one anchor, view or zone. */
      anchorId: z.string().optional(),
      viewId: z.string().optional(),
      zoneId: z.string().optional(),
      narration: z.string(),
      audio: media,
      seconds: z.number(),
    }),
  ),
});
export type PublishedTour = z.infer<typeof publishedTourSchema>;
export type PublishedStop = PublishedTour["stops"][number];

export const publishedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(["orbit", "walk", "plan", "fly"]),
  position: vector3,
  target: vector3,
  floor: z.number().int().nullable(),
  hidden: z.array(z.string()),
  hiddenLayers: z.array(z.enum(["anchors", "zones", "measurements", "plans"])).optional(),
  /** Ids of hidden scans. */
  hiddenScans: z.array(z.string()).optional(),
});
export type PublishedView = z.infer<typeof publishedViewSchema>;

/** A drawing laid onto a storey: a sheet of one of the place's scans. */
export const publishedPlanSchema = z.object({
  id: z.string(),
  name: z.string(),
  scanId: z.string(),
  /** Page of the scan's plans, from 1. */
  page: z.number().int(),
  /** The storey. */
  floor: z.number().int(),
  opacity: z.number(),
  /** Position of the sheet's top left corner: [x, z] in metres. */
  corner: point2,
  /** Rotation of the sheet about its corner in radians, clockwise seen from above. */
  angle: z.number(),
  /** Width and height of the sheet in metres. */
  size: point2,
});
export type PublishedPlan = z.infer<typeof publishedPlanSchema>;

export const publishedStoreySchema = z.object({
  storey: z.number().int(),
  name: z.string(),
  elevation: z.number().nullable(),
  height: z.number(),
});
export type PublishedStorey = z.infer<typeof publishedStoreySchema>;
