import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { contentPages } from "@blueprint/contract/content-pages";
import { articleRoutes, isScreen, publicRoutes } from "@blueprint/contract/routes";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerErrorHandler } from "./error-handler.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { registerWebApp } from "./web-app.ts";

const dist = mkdtempSync(join(tmpdir(), "blueprint-dist-"));
let app: FastifyInstance;

beforeAll(async () => {
  const head = `<title>Blueprint</title><meta name="description" content="Any page." />`;
  writeFileSync(join(dist, "index.html"), `<!doctype html><html><head>${head}</head></html>`);
  for (const end of [".br", ".gz"]) writeFileSync(join(dist, `index.html${end}`), "compressed");
  for (const end of ["", ".br"]) writeFileSync(join(dist, `place.html${end}`), "the visitors' page");
  for (const end of ["", ".br"]) writeFileSync(join(dist, `embed.html${end}`), "the page of frames");
  mkdirSync(join(dist, "assets"));
  for (const end of ["", ".br"]) writeFileSync(join(dist, `embed.js${end}`), `element${end}`);
  writeFileSync(join(dist, "worker.js"), "worker");
  for (const end of ["", ".br"]) writeFileSync(join(dist, `assets/main-1.js${end}`), `script${end}`);
  app = Fastify();
  registerErrorHandler(app);
  await registerSecurityHeaders(app, {
    publicUrl: "https://blueprint.example.org",
    connectOrigins: [],
    cdnUrl: undefined,
    ai: undefined,
  });
  await registerWebApp(app, dist);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

const open = (url: string, headers = {}) => app.inject({ method: "GET", url, headers });

describe("the pages of the web app", () => {
  it.each([...publicRoutes, ...articleRoutes])("%s opens on a direct load", async (url) => {
    const response = await open(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("returns the page and status 404 for an unknown address, and only the status for an unknown file or call", async () => {
    expect(await open("/blog/bakery-os")).toMatchObject({
      statusCode: 404,
      payload: expect.stringContaining("<html>"),
    });
    for (const url of ["/api/nothing", "/assets/gone.js", "/assets/", "/files/x"])
      expect((await open(url)).json(), url).toMatchObject({ code: "not-found" });
  });

  it("are sent compressed to browsers that accept it, and not again until they change", async () => {
    const plain = await open("/pricing");
    expect(plain.headers).toMatchObject({ vary: "accept-encoding", "cache-control": "no-cache" });
    const compressed = await open("/pricing", { "accept-encoding": "gzip, br" });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.payload);
    const tags = [plain, compressed].map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(2);
    expect(await open("/pricing", { "if-none-match": tags[0] })).toMatchObject({ statusCode: 304, payload: "" });
    // The tag of another page, or of the same page in another encoding.
    expect((await open("/faq", { "if-none-match": tags[0] })).statusCode).toBe(200);
    expect((await open("/pricing", { "if-none-match": tags[1] })).statusCode).toBe(200);
    expect((await open("/no/page", { "if-none-match": tags[0] })).statusCode).toBe(404);
  });

  it("sends strict headers with every page, file and refusal", async () => {
    const addresses = [
      ...publicRoutes,
      ...articleRoutes,
      "/dashboard",
      "/no/page",
      "/assets/main-1.js",
      "/api/nothing",
    ];
    for (const url of addresses) {
      const { headers } = await open(url);
      const directives = new Map(
        String(headers["content-security-policy"])
          .split(";")
          .map((part) => part.trim().split(/\s+(.*)/, 2) as [string, string]),
      );
      for (const [name, value] of [
        ["default-src", "'self'"],
        ["script-src", "'self' 'wasm-unsafe-eval'"],
        ["object-src", "'none'"],
        ["base-uri", "'none'"],
        ["form-action", "'self'"],
        ["frame-ancestors", "'none'"],
      ] as const)
        expect(directives.get(name), `${url} ${name}`).toBe(value);
      expect(headers, url).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "strict-transport-security": expect.stringContaining("max-age=31536000"),
      });
      expect(headers["x-powered-by"], url).toBeUndefined();
    }
  });

  it.each(["/index.html", "/place.html", "/index.html.br", "/place.html.br", "/embed.html"])(
    "%s is not an address: the pages' sources are not found",
    async (url) => {
      for (const headers of [{}, { "accept-encoding": "br" }]) {
        const { statusCode, headers: sent, rawPayload } = await open(url, headers);
        const page = sent["content-encoding"] === "br" ? brotliDecompressSync(rawPayload) : rawPayload;
        expect([statusCode, page.includes("<title>Blueprint</title>")]).toEqual([404, true]);
      }
    },
  );

  it("serves files by their name, compressed if the client accepts it", async () => {
    const plain = await open("/assets/main-1.js");
    expect(plain).toMatchObject({ statusCode: 200, payload: "script" });
    expect(plain.headers["cache-control"]).toContain("immutable");
    const compressed = await open("/assets/main-1.js", { "accept-encoding": "br" });
    expect(compressed).toMatchObject({ statusCode: 200, payload: "script.br" });
    expect(compressed.headers).toMatchObject({ "content-encoding": "br" });
    expect(String(compressed.headers["content-type"])).toContain("javascript");
  });

  it("lets pages of other sites load the script of the embed element, and no other file", async () => {
    for (const encoding of ["", "br"]) {
      const { statusCode, headers } = await open("/embed.js", { "accept-encoding": encoding });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "public, max-age=600, stale-while-revalidate=86400",
        etag: expect.any(String),
      });
      expect(String(headers["content-type"])).toContain("javascript");
    }
    for (const url of ["/worker.js", "/assets/main-1.js", "/pricing"]) {
      const { headers } = await open(url);
      expect(headers["cross-origin-resource-policy"], url).toBe("same-origin");
      expect(headers["access-control-allow-origin"], url).toBeUndefined();
    }
  });

  it("describes every public page, even to readers that run no scripts", async () => {
    for (const [path, { title, description }] of Object.entries(contentPages)) {
      expect(isScreen(path), path).toBe(true);
      const { payload } = await open(`${path}?utm=x`);
      const plain = payload.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      expect(plain).toContain(`<title>${title}</title>`);
      expect(plain).toContain(`<meta name="description" content="${description}" />`);
    }
    expect((await open("/dashboard")).payload).toContain("<title>Blueprint</title>");
    expect((await open("/blog/")).payload).toContain("Eight kinds of places");
  });
});
