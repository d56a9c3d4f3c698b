import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { collaborationPath } from "@blueprint/contract/collaboration";
import { conversationPath } from "@blueprint/contract/conversations";
import { readinessPath } from "../platform/http/health.ts";

export interface BalancedServer {
  /** Origin without a trailing slash. */
  url: string;
  takes: "everything" | "pages" | "documents";
}

/** A proxy in front of several servers, as a load balancer does it. */
export interface Balancer {
  /** Origin without a trailing slash, known before the servers behind it are. */
  readonly url: string;
  /** Starts sending requests to these servers, in turn, as long as each says that it is ready. */
  balance(servers: readonly BalancedServer[]): void;
  close(): Promise<void>;
}

/** Who takes which sockets. */
const socketKinds: ReadonlyMap<string, BalancedServer["takes"]> = new Map([
  [collaborationPath, "documents"],
  [conversationPath, "pages"],
]);

const probeEveryMs = 250;
/** A frozen server accepts connections and says nothing. */
const probeMsMax = 1_000;

export async function startBalancer(port = 0): Promise<Balancer> {
  let targets: (BalancedServer & { isReady: boolean; probing: boolean })[] = [];
  let turn = 0;
  /** Once upgraded, they are no longer the HTTP server's connections. */
  const sockets = new Set<Socket>();
  const probe = async (target: (typeof targets)[number]) => {
    if (target.probing) return;
    target.probing = true;
    target.isReady = await fetch(target.url + readinessPath, { signal: AbortSignal.timeout(probeMsMax) })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      })
      .catch(() => false);
    target.probing = false;
  };
  const timer = setInterval(() => void Promise.all(targets.map(probe)), probeEveryMs);
  /** Servers to try, the ready ones first: at the start none has been asked yet. */
  const choose = (what: BalancedServer["takes"]) => {
    const able = targets.filter(({ takes }) => takes === "everything" || takes === what);
    const first = turn++ % Math.max(able.length, 1);
    const inTurn = [...able.slice(first), ...able.slice(0, first)];
    return [...inTurn.filter(({ isReady }) => isReady), ...inTurn.filter(({ isReady }) => !isReady)];
  };
  const toHeaders = (request: IncomingMessage): string[] => [
    ...request.rawHeaders,
    "x-forwarded-for",
    request.socket.remoteAddress ?? "",
  ];

  const pass = (request: IncomingMessage, response: ServerResponse, [target, ...others] = choose("pages")) => {
    if (target === undefined) {
      response.writeHead(502).end();
      return;
    }
    const { hostname, port: at } = new URL(target.url);
    const onward = send(
      { hostname, port: at, method: request.method, path: request.url, headers: toHeaders(request) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        pipeline(answer, response, () => {});
      },
    );
    onward.on("error", (error: NodeJS.ErrnoException) => {
      target.isReady = false;
      // Nothing of the request has been sent to a server that refuses the connection.
      if (error.code === "ECONNREFUSED" && others.length > 0) pass(request, response, others);
      else response.destroy();
    });
    response.on("close", () => onward.destroy());
    onward.once("socket", (socket) => {
      const forward = () => void pipeline(request, onward, () => {});
      if (socket.connecting) socket.once("connect", forward);
      else forward();
    });
  };
  const passSocket = (
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    [target, ...others]: ReturnType<typeof choose>,
  ) => {
    if (target === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n");
      return;
    }
    let isConnected = false;
    const { hostname, port: at } = new URL(target.url);
    const onward = connect(Number(at), hostname, () => {
      isConnected = true;
      const raw = toHeaders(request);
      const lines = raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []));
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      pipeline(onward, socket, () => {});
      pipeline(socket, onward, () => {});
    });
    onward.on("error", () => {
      target.isReady = false;
      if (isConnected || others.length === 0) socket.destroy();
      else passSocket(request, socket, head, others);
    });
  };

  const server = createServer((request, response) => pass(request, response));
  server.on("upgrade", (request, socket: Socket, head: Buffer) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const kind = socketKinds.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (kind === undefined) socket.destroy();
    else passSocket(request, socket, head, choose(kind));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    balance: (servers) => {
      targets = servers.map((one) => ({ ...one, isReady: false, probing: false }));
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
