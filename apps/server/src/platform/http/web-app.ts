import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentPages, isContentPath } from "@blueprint/contract/content-pages";
import { isScreen } from "@blueprint/contract/routes";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { sendNoRoute } from "./error-handler.ts";

/**
 * Serves the built web app: its files, and its page for every screen. An unknown address gets the page with status 404.
 */
export async function registerWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const page = readFileSync(join(distDir, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // One route per file: with a wildcard, clients that accept no compression get no folder URLs, including the start
    // page.
    wildcard: false,
    preCompressed: true,
    // Templates of other pages: they are not screens themselves.
    globIgnore: ["index.html*", "place.html*"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Vite puts a content hash into the names of everything under assets/.
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

/** The page with its address's title and description, for readers that do not run it. */
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
