import { connect, createServer } from "node:net";

// How far the line reads ahead: enough to stay busy, too little to hide its speed from the sender.
const aheadMs = 20;

/**
 * A TCP line of a given speed in front of a local port: all connections share the bytes per second towards the client,
 * and each piece is delayed by half a round trip in either direction. A new connection costs one extra round trip.
 */
export async function openSlowLine({ targetPort, megabitsPerSecond, roundTripMs }) {
  const bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1000;
  const delayMs = roundTripMs / 2;
  const sockets = new Set();
  let freeAtMs = 0;
  let arrivals = [];

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: targetPort, host: "localhost", allowHalfOpen: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        if (socket.errored) other.destroy();
      });
    }
    const upwards = createDelay(upstream);
    const openAtMs = performance.now() + roundTripMs;
    const arrivesAtMs = () => Math.max(performance.now(), openAtMs) + delayMs;
    client.on("data", (piece) => upwards.send(piece, arrivesAtMs()));
    client.on("end", () => upwards.send(null, arrivesAtMs()));
    const downwards = createDelay(client);
    upstream.on("data", (piece) => {
      // The line is a queue: a piece starts when the previous one, of whichever connection, has been sent.
      const now = performance.now();
      freeAtMs = Math.max(now, freeAtMs) + piece.length / bytesPerMs;
      arrivals.push({ atEpochMs: performance.timeOrigin + freeAtMs + delayMs, bytes: piece.length });
      downwards.send(piece, freeAtMs + delayMs);
      if (freeAtMs - now <= aheadMs) return;
      upstream.pause();
      setTimeout(() => upstream.resume(), freeAtMs - now - aheadMs / 2);
    });
    upstream.on("end", () => downwards.send(null, Math.max(performance.now(), freeAtMs) + delayMs));
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: server.address().port,
    forgetBytes() {
      arrivals = [];
    },
    bytesUntil: (epochMs) =>
      arrivals.reduce((sum, { atEpochMs, bytes }) => sum + (atEpochMs <= epochMs ? bytes : 0), 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards pieces at their time and in order; separate timers could overtake each other. */
function createDelay(socket) {
  const waiting = [];
  let isTicking = false;
  const tick = () => {
    while (waiting.length > 0 && waiting[0].atMs <= performance.now()) {
      const { piece } = waiting.shift();
      if (!socket.writable) continue;
      if (piece === null) socket.end();
      else socket.write(piece);
    }
    isTicking = waiting.length > 0;
    if (isTicking) setTimeout(tick, Math.max(0, waiting[0].atMs - performance.now()));
  };
  return {
    /** `null` ends the stream. */
    send(piece, atMs) {
      waiting.push({ piece, atMs });
      if (isTicking) return;
      isTicking = true;
      setTimeout(tick, Math.max(0, atMs - performance.now()));
    },
  };
}
