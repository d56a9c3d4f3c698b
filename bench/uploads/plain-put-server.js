// The peer: the minimum a Node server does to write a body safely to a file.
import { createWriteStream } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

http
  .createServer(async (request, response) => {
    try {
      const path = join(process.env.TARGET_DIR, `plain-${request.url.slice(1)}`);
      // `flush` syncs the file to disk before closing it.
      await pipeline(request, createWriteStream(path, { highWaterMark: 1024 * 1024, flush: true }));
      response.writeHead(201).end();
    } catch (error) {
      response.destroy(error);
    }
  })
  .listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
