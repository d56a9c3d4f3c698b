import * as endpoints from "@blueprint/contract/comments";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listCommentAuthors } from "./comment-authors.service.ts";
import { notifyMentions } from "./comments.service.ts";

/** More comments than anyone writes by hand. */
const mentionsPerMinuteMax = 20;
/** Each call reads a whole document. A page calls when an author is unknown to it. */
const authorsPerMinuteMax = 60;

export function registerCommentRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.listCommentAuthors,
    async ({ scope }) => ({ authors: await listCommentAuthors(context, scope) }),
    { perMinuteMax: authorsPerMinuteMax },
  );
  mount(
    app,
    endpoints.notifyMentions,
    async ({ actor, scope, body }) => ({ notifiedCount: await notifyMentions(context, actor, scope, body) }),
    { perMinuteMax: mentionsPerMinuteMax },
  );
}
