// Sits between client and server and counts the client's bytes.
import { connect, createServer } from "node:net";

/** @returns port, the bytes received from clients so far, and `close` */
export async function startRelay(targetPort) {
  let receivedBytes = 0;
  const sockets = new Set();
  const relay = createServer((client) => {
    const server = connect(targetPort, "127.0.0.1");
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on("data", (bytes) => {
      receivedBytes += bytes.length;
    });
    client.pipe(server);
    server.pipe(client);
  });
  await new Promise((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    port: relay.address().port,
    receivedBytes: () => receivedBytes,
    close: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
