import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { contentPages, isContentPath } from "@blueprint/contract/content-pages";
import { isScreen } from "@blueprint/contract/routes";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { sendNoRoute } from "./error-handler.ts";
import { acceptsBrotli } from "./send-compressed-bytes.ts";

const compress = promisify(brotliCompress);

/**
 * Serves the built web app: its files, and its page for every screen. An unknown address gets the page with status 404.
 */
export async function registerWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const findPage = createPages(readFileSync(join(distDir, "index.html"), "utf8"));
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
    const { plain, compressed, tag } = await findPage(path);
    const accepts = acceptsBrotli(request.headers["accept-encoding"]);
    const etag = `"${tag}${accepts ? "-br" : ""}"`;
    reply.headers({ "cache-control": "no-cache", vary: "accept-encoding", etag });
    if (isScreen(path) && request.headers["if-none-match"] === etag) return reply.status(304).send();
    reply.status(isScreen(path) ? 200 : 404).type("text/html; charset=utf-8");
    return accepts ? reply.header("content-encoding", "br").send(compressed) : reply.send(plain);
  });
}

interface Page {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** Identifies the content. */
  readonly tag: string;
}

/** The page of every address, made and compressed once. Addresses without texts of their own share one. */
function createPages(page: string): (path: string) => Promise<Page> {
  const made = new Map<string, Promise<Page>>();
  return (path) => {
    const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
    const own = isContentPath(bare) ? bare : "";
    const known = made.get(own) ?? makePage(isContentPath(own) ? describePage(page, own) : page);
    made.set(own, known);
    return known;
  };
}

async function makePage(text: string): Promise<Page> {
  const plain = Buffer.from(text);
  const compressed = await compress(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  return { plain, compressed, tag: createHash("sha256").update(plain).digest("base64url").slice(0, 16) };
}

/** The page with its address's title and description, for readers that do not run it. */
function describePage(page: string, path: keyof typeof contentPages): string {
  const { title, description } = contentPages[path];
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
