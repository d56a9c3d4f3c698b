import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { foundPassageSchema, placeCredentialsSchema } from "./guide.ts";
import { blueprintIdSchema } from "./ids.ts";
import { liveAiConstants } from "./spec-constants.ts";

/**
 * The guide's socket. Browsers speak the specification's messages (§7) with a ticket as their key; each answer carries a
 * `guide` beside its `serverContent`. A spoken question is a run of `realtimeInput` messages, ended by a `clientContent`
 * without turns; that one names it by a `question` id of the browser's, the same when it is sent again. What was
 * understood of it so far comes as `heard`.
 */
export const conversationPath = "/api/guide/live";

/** Bytes of a browser's message. */
export const conversationMessageBytesMax = 16 * 1024;

/** Rules for spoken questions and answers: 16-bit PCM, mono, little endian. */
export const speechRules = {
  questionHz: liveAiConstants.audioSampleRateHz,
  answerHz: 24_000,
  questionMimeType: `audio/pcm;rate=${liveAiConstants.audioSampleRateHz}`,
  answerMimeType: "audio/pcm;rate=24000",
  bytesPerSample: 2,
  /** A longer question ends here. */
  questionSecondsMax: 30,
} as const;

/** Close codes of the guide's socket. */
export const conversationCloseCodes = {
  /** Unknown, used or expired ticket. */
  ticketRefused: 4401,
  /** The place was closed to this visitor. */
  placeClosed: 4404,
  /** No JSON, an unknown message, or one that doesn't belong here. */
  messageRefused: 4422,
  /** Nothing was asked for a long time. */
  idle: 4408,
  serverStopping: 4503,
} as const;

/**
 * - `answered`: the text is the model's, and everything in it was checked against `sources`
 * - `unknown`: the place doesn't say it, or the model's answer didn't hold
 * - `busy`: too many questions in a short time
 * - `unavailable`: the AI service gave no answer
 * - `unheard`: nothing was understood of a spoken question
 * - `interrupted`: the visitor spoke before the answer was ready
 * - `no-minutes`: the team has used up its guide minutes of the month; written questions are answered
 */
const guideNoteSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("answered"),
    /** What the answer cites, in that order. */
    sources: z.array(foundPassageSchema),
    /** What the model wants to show; one of the sources or of what was found. */
    show: foundPassageSchema.optional(),
    /** Whether it wants to show the way there. */
    isWay: z.literal(true).optional(),
  }),
  z.object({
    state: z.enum(["unknown", "busy", "unavailable", "unheard", "interrupted", "no-minutes"]),
    /** What search finds. */
    found: z.array(foundPassageSchema),
  }),
]);
export type GuideNote = z.infer<typeof guideNoteSchema>;

export type GuideState = GuideNote["state"];

/** What the guide's socket adds to an answer; undefined if a message carries nothing of the kind. */
export function readGuideNote(note: unknown): GuideNote | undefined {
  return guideNoteSchema.safeParse(note).data;
}

export const getGuide = defineEndpoint({
  method: "GET",
  url: "/api/guide",
  access: "anyone",
  summary: "Whether places answer in sentences on this installation, and which AI service questions are sent to.",
  schema: {
    response: z.object({
      /** Host of the AI service; null without one: then places can only be searched. */
      service: z.string().nullable(),
      /** Whether questions can be spoken, and answers heard. */
      speaks: z.boolean(),
      /** Names of the voices that a team can choose for its guide; the first is used where it chose none. */
      voices: z.array(z.string()),
    }),
  },
  errors: [],
});

const ticketSchema = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() });

export const openConversation = defineEndpoint({
  method: "POST",
  url: "/api/published/:slug/conversations",
  access: "anyone",
  summary:
    "A ticket for the guide's socket: the `key` of one connection, to be opened within a minute, about this place as the " +
    "asker's audience sees it.",
  schema: {
    params: z.object({ slug: z.string().max(160) }),
    body: placeCredentialsSchema,
    response: ticketSchema,
  },
  errors: ["blueprint-not-published", "blueprint-password-needed", "no-ai-service"],
});

export const openDraftConversation = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/conversations",
  access: "blueprint.edit",
  summary:
    "A ticket for the guide's socket, as for a published place, about the draft as visitors would see it. Questions take " +
    "in what was changed before them, and aren't counted as visitors' questions.",
  schema: { params: z.object({ blueprintId: blueprintIdSchema }), response: ticketSchema },
  errors: ["no-ai-service"],
});
