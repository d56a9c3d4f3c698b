import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isScreen } from "@blueprint/contract/routes";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import { sendError } from "./error-handler.ts";

/** Serves the built web app: its files, and its page for every screen. An unknown address gets the page with status 404. */
export async function registerWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const page = readFileSync(join(distDir, "index.html"));
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Vite puts a hash of the content into the names of everything under assets/.
      reply.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const wantsPage =
      (request.method === "GET" || request.method === "HEAD") && !/^\/(api|files|v0|assets|collab)(\/|$)/.test(path);
    if (!wantsPage) return sendError(request, reply, new AppError("not-found"));
    return reply
      .status(isScreen(path) ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(page);
  });
}
