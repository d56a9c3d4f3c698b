import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";

export interface Line {
  method: string;
  path: string;
}

/** A proxy between browser and server that can cut or hold requests. All others pass unchanged. */
export interface CuttingProxy {
  /** Origin without a trailing slash, known before the server behind it is. */
  url: string;
  forwardTo(serverUrl: string): void;
  /** Cuts the socket of every matching request until `mend` is called: no response arrives. */
  cut(matches: (line: Line) => boolean): void;
  mend(): void;
  /** Holds matching requests until the returned function is called. */
  hold(matches: (line: Line) => boolean): () => void;
  close(): Promise<void>;
}

export async function startCuttingProxy(): Promise<CuttingProxy> {
  let target = new URL("http://localhost:1");
  let isCut: (line: Line) => boolean = () => false;
  let isHeld: (line: Line) => boolean = () => false;
  let held: (() => void)[] = [];

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { hostname, port } = target;
    const onward = send(
      { hostname, port, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        pipeline(answer, response, () => {});
      },
    );
    onward.on("error", () => request.socket.destroy());
    response.on("close", () => onward.destroy());
    pipeline(request, onward, () => {});
  };
  const server = createServer((request, response) => {
    const line = { method: request.method ?? "", path: request.url ?? "" };
    if (isCut(line)) request.socket.destroy();
    else if (isHeld(line)) held.push(() => pass(request, response));
    else pass(request, response);
  });
  server.on("upgrade", (request, socket: Socket, head: Buffer) => {
    const onward = connect(Number(target.port), target.hostname, () => {
      const headers: string[] = [];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        headers.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      pipeline(onward, socket, () => {});
      pipeline(socket, onward, () => {});
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (serverUrl) => {
      target = new URL(serverUrl);
    },
    cut: (matches) => {
      isCut = matches;
    },
    mend: () => {
      isCut = () => false;
    },
    hold: (matches) => {
      isHeld = matches;
      return () => {
        isHeld = () => false;
        for (const go of held) go();
        held = [];
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
