import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  embeddedNumbersPath,
  embedTokenParam,
  embedTokenScheme,
  getEmbeddedNumbers,
} from "@blueprint/contract/embed-tokens";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { isSameOrigin } from "../../platform/http/same-origin.ts";
import { createEmbeddedNumbersReader, openEmbed } from "./embedded-numbers.service.ts";

/** A school class behind one address, on several pages. */
const perMinuteMax = 300;
const sentToken = new RegExp(`^${embedTokenScheme} (\\S+)$`, "i");

/** @param webDistDir the built web app, for the page in the frame; left out in API tests */
export function registerEmbeddedNumbersRoutes(
  app: FastifyInstance,
  context: AppContext,
  webDistDir: string | undefined,
): void {
  const read = createEmbeddedNumbersReader(context);
  mount(
    app,
    getEmbeddedNumbers,
    ({ request }) => {
      // The frame's page is our own: a request from another site's page is refused, whatever token it has.
      if (!isSameOrigin(request, context.config.publicUrl)) throw new AppError("untrusted-origin");
      const [, token] = sentToken.exec(request.headers.authorization ?? "") ?? [];
      if (token === undefined) throw new AppError("embed-token-invalid");
      return read(token);
    },
    { perMinuteMax },
  );
  if (webDistDir !== undefined) registerEmbeddedPage(app, context, webDistDir);
}

/** The page in the frame. Without a known token, it is the app's page, which explains why and which no site can frame. */
function registerEmbeddedPage(app: FastifyInstance, context: AppContext, webDistDir: string): void {
  const page = readFileSync(join(webDistDir, "embed.html"));
  app.get<{ Querystring: Partial<Record<string, string | string[]>> }>(
    embeddedNumbersPath,
    {
      schema: { hide: true },
      config: { access: "anyone", rateLimit: { max: perMinuteMax, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      const token = request.query[embedTokenParam];
      const embed = typeof token === "string" ? await openEmbed(context, "numbers", token) : null;
      if (embed === null) return reply.callNotFound();
      allowFrames(reply, embed.row.origins);
      // Its sites may still frame the page of a token that ended, which says so in one line. It gets no numbers.
      const status = embed.hasEnded ? 410 : 200;
      return reply.status(status).type("text/html; charset=utf-8").send(page);
    },
  );
}

/** Lets the token's sites frame the answer, keeps it out of every cache, and the token out of the Referer header. */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.headers({
    "content-security-policy": policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
  reply.removeHeader("x-frame-options");
}
