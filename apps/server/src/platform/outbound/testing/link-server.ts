import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Made for these tests only; no browser trusts it. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3yy70o4tS7BVH1Hn
wkR0rSO7Q8JX+NBKoEG3oQycd9+hRANCAASw6DUZDxQJdDOxWTQh6X4xFaxH4qHt
JC9lv67tfLq39Tqb7s28jb14TiRnquGyuOa3DCowiCxUCfSPhKXGC5Zh
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUNjcQtm2+s9p5sttbFh8/DXBDyNYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIyMjgyOVoYDzIxMjYxMDI3
MjIyODI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASw6DUZDxQJdDOxWTQh6X4xFaxH4qHtJC9lv67tfLq39Tqb7s28jb14
TiRnquGyuOa3DCowiCxUCfSPhKXGC5Zho1MwUTAdBgNVHQ4EFgQUiX6ZBWNzt62y
zHXXwxrW8Kd231kwHwYDVR0jBBgwFoAUiX6ZBWNzt62yzHXXwxrW8Kd231kwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAgvet4ixEDFGHMzuEKkJrB
CqXzxcHsAk+Rh9RnCBC1/QIgXEVc8etG7JgIkESXLbCOn3zj9KPinzNjjmfaway4
XFQ=
-----END CERTIFICATE-----`,
};

export interface LinkServer {
  /** Without a trailing slash. */
  url: string;
  /** Method and path of every request. */
  asked: string[];
  /** The maximum number of concurrently waiting requests. */
  waitingMax: () => number;
  close(): Promise<void>;
}

/** A site whose pages answer in every way that a link check must handle. */
export async function startLinkServer({ host = "127.0.0.1", isTls = false } = {}): Promise<LinkServer> {
  const asked: string[] = [];
  let waiting = 0;
  let waitingMax = 0;
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    waiting++;
    waitingMax = Math.max(waitingMax, waiting);
    response.on("close", () => {
      waiting--;
    });
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    const [kind = "", value = ""] = pathname.slice(1).split("/");
    if (kind === "silent") return;
    if (kind === "status") response.writeHead(Number(value)).end();
    else if (kind === "no-password") response.writeHead(request.headers.authorization === undefined ? 200 : 404).end();
    else if (kind === "circle") response.writeHead(302, { location: `/circle/${value === "a" ? "b" : "a"}` }).end();
    else if (kind === "page") response.end("Welcome");
    else if (kind === "only-get") response.writeHead(request.method === "GET" ? 200 : Number(value)).end();
    else if (kind === "to") response.writeHead(302, { location: searchParams.get("url") ?? "" }).end();
    else if (kind === "hops")
      response.writeHead(307, { location: value === "1" ? "/page" : `/hops/${Number(value) - 1}` }).end();
    else if (kind === "endless" && request.method === "GET") {
      const send = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", send);
      send();
    } else if (kind === "endless") response.writeHead(405).end();
    else if (kind === "endless-headers") {
      const { socket } = request;
      const send = () => {
        while (!socket.destroyed && socket.write(`x-more: ${"x".repeat(1_000)}\r\n`));
      };
      socket.on("error", () => undefined).on("drain", send);
      socket.write("HTTP/1.1 200 OK\r\n");
      send();
    } else response.writeHead(404).end();
  };
  const server: Server = isTls ? createTlsServer(selfSigned, answer) : createServer(answer);
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    url: `${isTls ? "https" : "http"}://${host}:${(server.address() as AddressInfo).port}`,
    asked,
    waitingMax: () => waitingMax,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
