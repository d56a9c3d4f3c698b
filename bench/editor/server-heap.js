import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";

/** Environment that a server needs for `openHeap`: the inspector opens on a free port, and only on request. */
export const inspectable = { NODE_OPTIONS: "--inspect-port=127.0.0.1:0" };

/** Asks a running server's inspector for its heap size after garbage collection. */
export async function openHeap(server) {
  process.kill(server.pid, "SIGUSR1");
  let address = null;
  while (address === null) {
    await wait(50);
    address = /Debugger listening on (ws:\S+)/.exec(server.printed());
  }
  const socket = new WebSocket(address[1]);
  await once(socket, "open");
  let lastId = 0;
  const ask = async (method) => {
    lastId += 1;
    const id = lastId;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = await once(socket, "message");
      const answer = JSON.parse(data);
      if (answer.id === id) return answer.result;
    }
  };
  return {
    /** Bytes of objects and of the buffers that belong to them. */
    usedBytes: async () => {
      await ask("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize = 0 } = await ask("Runtime.getHeapUsage");
      return usedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
