// Serves the peers' pages and files like a good server: precompressed texts, range requests, keep-alive.
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".glb": "model/gltf-binary",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};
const texts = new Set([".html", ".js", ".css", ".json"]);

/** @param folders maps prefixes to folders: `{ "/viewer/": dir }`; the longest prefix wins. More may be added later. */
export async function serveFolders(folders) {
  const compressed = new Map();
  const compress = (path) => {
    if (!compressed.has(path)) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      compressed.set(path, brotliCompressSync(readFileSync(path), { params }));
    }
    return compressed.get(path);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const prefix = Object.keys(folders)
      .sort((a, b) => b.length - a.length)
      .find((one) => pathname.startsWith(one));
    const path = prefix && join(folders[prefix], normalize(`/${decodeURIComponent(pathname.slice(prefix.length))}`));
    if (!path || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const extension = extname(path);
    const headers = { "content-type": types[extension] ?? "application/octet-stream" };
    if (texts.has(extension)) {
      const bytes = compress(path);
      response.writeHead(200, { ...headers, "content-encoding": "br", "content-length": bytes.length }).end(bytes);
      return;
    }
    const { size } = statSync(path);
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(range?.[2] ? Number(range[2]) : size - 1, size - 1);
    response.writeHead(range === null ? 200 : 206, {
      ...headers,
      "accept-ranges": "bytes",
      "content-length": end - start + 1,
      ...(range === null ? {} : { "content-range": `bytes ${start}-${end}/${size}` }),
    });
    createReadStream(path, { start, end })
      .on("error", () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: server.address().port,
    folders,
    /** Precompresses files, so that no request waits for it. */
    warm: (paths) => paths.forEach(compress),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
