import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentPages, isContentPath } from "@blueprint/contract/content-pages";
import { embedScriptPath } from "@blueprint/contract/embed-addresses";
import { escapeMarkup } from "@blueprint/contract/escape-markup";
import { isScreen } from "@blueprint/contract/routes";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createMadeOnce } from "../read-path/made-once.ts";
import { sendNoRoute } from "./error-handler.ts";
import { acceptsBrotli } from "./send-compressed-bytes.ts";
import { sendMadeBytes } from "./send-made-bytes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The status of the app's page, set by a route that leaves its answer to the page; null leaves it to the address. */
    pageStatus: number | null;
  }
}

/** All pages with texts of their own take a fraction of it. */
const keptPagesBytesMax = 2 ** 20;

/**
 * Other sites load this script at an address that never changes: a new version reaches all of them within ten minutes,
 * or with the visit after next where a browser keeps it longer. Modules are fetched with CORS.
 */
const headersForOtherSites = {
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=600, stale-while-revalidate=86400",
  "cross-origin-resource-policy": "cross-origin",
};

/**
 * Serves the built web app: its files, and its page for every screen. An unknown address gets the page with status 404.
 */
export async function registerWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const page = readFileSync(join(distDir, "index.html"), "utf8");
  const pages = createMadeOnce(keptPagesBytesMax);
  app.decorateRequest("pageStatus", null);
  await app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // One route per file: with a wildcard, clients that accept no compression get no folder URLs, including the start
    // page.
    wildcard: false,
    preCompressed: true,
    // Templates of other pages: they are not screens themselves.
    globIgnore: ["index.html*", "place.html*", "embed.html*"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.startsWith(join(distDir, embedScriptPath))) {
        for (const [name, value] of Object.entries(headersForOtherSites)) reply.header(name, value);
        return;
      }
      // Vite puts a content hash into the names of everything under assets/.
      reply.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const wantsPage =
      (request.method === "GET" || request.method === "HEAD") && !/^\/(api|files|v0|assets|collab)(\/|$)/.test(path);
    if (!wantsPage) return sendNoRoute(request, reply);
    const status = request.pageStatus ?? (isScreen(path) ? 200 : 404);
    const own = toContentPath(path);
    const bytes = await pages.get(own ?? "", async () => ({
      bytes: Buffer.from(own === null ? page : describePage(page, own)),
    }));
    const tag = await pages.derive(bytes, "tag", () => Buffer.from(createHash("sha256").update(bytes).digest("hex")));
    const etag = `"${tag}${acceptsBrotli(request.headers["accept-encoding"]) ? "-br" : ""}"`;
    reply.headers({ "cache-control": "no-cache", vary: "accept-encoding", etag });
    if (status === 200 && request.headers["if-none-match"] === etag) return reply.status(304).send();
    return sendMadeBytes(pages, request, reply.status(status).type("text/html; charset=utf-8"), bytes);
  });
}

/** The content page at an address, whose texts the server writes; null for other screens. */
function toContentPath(path: string): keyof typeof contentPages | null {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return isContentPath(bare) ? bare : null;
}

/** The page with its address's title and description, for readers that do not run it. */
function describePage(page: string, path: keyof typeof contentPages): string {
  const { title, description } = contentPages[path];
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeMarkup(title)}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*(")/,
      (_, before, after) => before + escapeMarkup(description) + after,
    );
}
