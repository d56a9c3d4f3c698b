import { connect, createServer } from "node:net";

/**
 * A TCP line of a given speed in front of a local port: all connections share the bytes per second towards the
 * client, and every piece arrives half a round trip late, either way.
 */
export async function openSlowLine({ targetPort, megabitsPerSecond, roundTripMs }) {
  const bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1000;
  const delayMs = roundTripMs / 2;
  const sockets = new Set();
  let freeAtMs = 0;
  let bytesSent = 0;

  const server = createServer((client) => {
    const upstream = connect({ port: targetPort, host: "localhost" });
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (piece) => setTimeout(() => upstream.writable && upstream.write(piece), delayMs));
    client.on("end", () => setTimeout(() => upstream.end(), delayMs));
    upstream.on("data", (piece) => {
      // The line is a queue: a piece begins when the one before it, of whichever connection, has been sent.
      const now = performance.now();
      freeAtMs = Math.max(now, freeAtMs) + piece.length / bytesPerMs;
      bytesSent += piece.length;
      // No more is taken from the sender than the line holds.
      if (freeAtMs - now > 20) upstream.pause();
      setTimeout(() => upstream.resume(), Math.max(0, freeAtMs - now - 10));
      setTimeout(() => client.writable && client.write(piece), freeAtMs - now + delayMs);
    });
    upstream.on("end", () => setTimeout(() => client.end(), Math.max(0, freeAtMs - performance.now()) + delayMs + 5));
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: server.address().port,
    takeBytes() {
      const taken = bytesSent;
      bytesSent = 0;
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
