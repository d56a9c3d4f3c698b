import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, userIdSchema } from "./ids.ts";
import { lineOfText, linesOfText } from "./text.ts";

const mentionsMax = 50;

export const listCommentAuthors = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/comment-authors",
  access: "blueprint.see",
  summary: "Names of those who wrote the comments that are on disk, and nothing else about them.",
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
  summary: "Tells members of the team that a comment names them. Others are left out.",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      userIds: z.array(userIdSchema).min(1).max(mentionsMax),
      /** What the comment is about, as people call it. */
      subject: lineOfText(300),
      text: linesOfText(5_000).refine((text) => text !== "", { error: "Must not be empty." }),
    }),
    response: z.object({ notifiedCount: z.number().int() }),
  },
  errors: ["forbidden"],
});
