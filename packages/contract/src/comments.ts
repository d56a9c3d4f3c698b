import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, userIdSchema } from "./ids.ts";
import { lineOfText, linesOfText } from "./text.ts";

const mentionsMax = 50;

export const listCommentAuthors = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/comment-authors",
  access: "blueprint.see",
  summary: "Names of the people who wrote the saved comments.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    response: z.object({ authors: z.array(z.object({ userId: userIdSchema, name: z.string() })) }),
  },
  errors: [],
});

export const notifyMentions = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/mentions",
  access: "comment.write",
  summary: "Notifies team members mentioned in a comment. Anyone else is skipped.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      userIds: z.array(userIdSchema).min(1).max(mentionsMax),
      /** Display name of the thing the comment is about. */
      subject: lineOfText(300),
      text: linesOfText(5_000).refine((text) => text !== "", { error: "Must not be empty." }),
    }),
    response: z.object({ notifiedCount: z.number().int() }),
  },
  errors: ["forbidden"],
});
