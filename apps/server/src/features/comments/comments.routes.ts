import * as endpoints from "@blueprint/contract/comments";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
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
    async ({ request, params }) => ({
      authors: await listCommentAuthors(context, requireActor(request), params.blueprintId),
    }),
    { perMinuteMax: authorsPerMinuteMax },
  );
  mount(
    app,
    endpoints.notifyMentions,
    async ({ request, params, body }) => ({
      notifiedCount: await notifyMentions(context, requireActor(request), params.blueprintId, body),
    }),
    { perMinuteMax: mentionsPerMinuteMax },
  );
}
