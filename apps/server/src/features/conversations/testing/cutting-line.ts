import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingLine extends AsyncDisposable {
  /** The address behind the line, reached through it. */
  readonly url: string;
  /** Connections that were cut. */
  readonly cutCount: number;
}

/** A line that cuts each connection once it has carried as many bytes as the next of `lengths`; the last ones hold. */
export async function startCuttingLine(target: string, lengths: readonly number[]): Promise<CuttingLine> {
  const remaining = [...lengths];
  let cutCount = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    let left = remaining.shift() ?? Number.POSITIVE_INFINITY;
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.on("data", (data: Buffer) => {
        to.write(data.subarray(0, left));
        left -= data.length;
        if (left > 0 || near.destroyed) return;
        cutCount += 1;
        near.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get cutCount() {
      return cutCount;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
