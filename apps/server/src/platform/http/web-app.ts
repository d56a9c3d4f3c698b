import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentPages, isContentPath } from "@blueprint/contract/content-pages";
import { isScreen } from "@blueprint/contract/routes";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { sendNoRoute } from "./error-handler.ts";

/** Serves the built web app: its files, and its page for every screen. An unknown address gets the page with status 404. */
export async function registerWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const page = readFileSync(join(distDir, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // One route for each file: with a wildcard, a folder (and the start page is one) is refused to clients that
    // accept no compression.
    wildcard: false,
    preCompressed: true,
    // The pages that others are made from: no address of theirs is a screen.
    globIgnore: ["index.html*", "place.html*"],
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
    if (!wantsPage) return sendNoRoute(request, reply);
    return reply
      .status(isScreen(path) ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(describePage(page, path));
  });
}

/** The page with the title and the description of its address, for whoever reads it without running it. */
function describePage(page: string, path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  if (!isContentPath(bare)) return page;
  const { title, description } = contentPages[bare];
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*(")/,
      (_, before, after) => before + escapeHtml(description) + after,
    );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
