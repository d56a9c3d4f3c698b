import { z } from "zod";
import { audienceKeySchema, audiences } from "./audiences.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { lineOfText } from "./text.ts";

/** What an answer can be about. */
export const knowledgeKinds = [
  "place",
  "hours",
  "fact",
  "storey",
  "tour",
  "zone",
  "view",
  "anchor",
  "document",
] as const;
export type KnowledgeKind = (typeof knowledgeKinds)[number];

/** Why text of a document can't be searched. */
export const documentProblems = [
  /** It needs a password. */
  "encrypted",
  /** Its pages are pictures. */
  "no-text",
  /** It is damaged, or no PDF. */
  "unreadable",
  "too-large",
  /** Its first pages were read. */
  "too-long",
] as const;
export type DocumentProblem = (typeof documentProblems)[number];

/** Languages that a team can have its guide answer in. BCP 47. */
export const guideLanguages = [
  ...["ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko"],
  ...["nb", "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh"],
];

/** The chosen ones, in the team's order, from a setting that has a line for each. */
export function parseGuideLanguages(text: string): string[] {
  return text.split("\n").filter((tag) => guideLanguages.includes(tag));
}

export const questionCharactersMax = 300;
/** Questions that a place suggests. */
export const suggestedQuestionsMax = 5;

export const foundPassageSchema = z.object({
  kind: z.enum(knowledgeKinds),
  /**
   * Id of the object in the scene; for a storey its number, for a fact its name, for the place itself and its opening
   * hours empty, for a document its anchor's.
   */
  id: z.string(),
  title: z.string(),
  /** Page of a document, from 1. */
  page: z.number().int().optional(),
  /** BCP 47 tag, if the text is a translation. */
  language: z.string().optional(),
  /** An excerpt, plain text. */
  text: z.string(),
  /** The found words in `text`: start and end in UTF-16 units, in order. */
  matches: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type FoundPassage = z.infer<typeof foundPassageSchema>;

/** What shows a published place to its visitor, besides a session. */
export const placeCredentialsSchema = z.object({
  /** For places with a password: the pass returned on opening it. */
  pass: z.string().max(300).optional(),
  /** Key of the audience link that opened the place. */
  key: audienceKeySchema.optional(),
  /** The audience to view the place as; ignored unless the caller may. */
  as: z.enum(audiences).optional(),
});

export const searchPlace = defineEndpoint({
  method: "POST",
  url: "/api/published/:slug/search",
  access: "anyone",
  summary:
    "Passages of a published place that answer a question, best first: what the asker's audience can read, and nothing else. " +
    "A POST, so that no address holds a question.",
  schema: {
    params: z.object({ slug: z.string().max(160) }),
    body: placeCredentialsSchema.extend({ question: lineOfText(questionCharactersMax) }),
    response: z.object({
      found: z.array(foundPassageSchema),
      /** False when the place has more text than search covers. */
      isComplete: z.boolean(),
    }),
  },
  errors: ["blueprint-not-published", "blueprint-password-needed"],
});
export type PlaceSearch = z.infer<typeof searchPlace.schema.response>;

const documentIdsMax = 500;

export const listDocuments = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/documents",
  access: "blueprint.see",
  summary:
    "What the guide could read of PDF files of the blueprint's team. Files that nobody has read yet are left out: they are " +
    "read when a version that shows them is published.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({ fileIds: z.array(z.uuid()).max(documentIdsMax) }),
    response: z.object({
      documents: z.array(
        z.object({
          fileId: z.string(),
          /** Of the whole document; 0 if it could not be opened. */
          pageCount: z.number().int(),
          /** Read pages that have text. */
          textPageCount: z.number().int(),
          /** Read pages, from the first one. */
          readPageCount: z.number().int(),
          problem: z.enum(documentProblems).nullable(),
        }),
      ),
    }),
  },
  errors: [],
});
export type ReadDocumentFacts = z.infer<typeof listDocuments.schema.response>["documents"][number];
