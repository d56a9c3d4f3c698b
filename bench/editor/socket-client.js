// A person's socket without an editor: the same frames for our server and for a plain y-websocket server, so that only
// the servers are measured. Frames are encoded by hand: both libraries' clients cost more than the servers do.
import { once } from "node:events";
import { WebSocket } from "ws";
import * as Y from "yjs";

const sync = 0;
const awareness = 1;
const auth = 2;
const stateless = 5;
const [syncStep1, syncStep2, syncUpdate] = [0, 1, 2];

/**
 * Opens a document. `name` is set for our server, which carries it in every frame, and null for a y-websocket server.
 * `onUpdate` receives every update and whether it answers the first sync; `onDurable` receives our server's
 * confirmations that edits are on disk.
 */
export async function openSocket({ url, name, headers, onUpdate = () => {}, onDurable = () => {} }) {
  const webSocket = new WebSocket(url, { headers, perMessageDeflate: false });
  const prefix = name === null ? Buffer.alloc(0) : varString(name);
  const write = (...parts) => webSocket.send(Buffer.concat([prefix, ...parts]));
  let synced = () => {};
  const isSynced = new Promise((resolve) => {
    synced = resolve;
  });
  const askForEverything = () => write(varUint(sync), varUint(syncStep1), varBytes(Y.encodeStateVector(new Y.Doc())));
  webSocket.on("message", (data) => {
    const reader = { data, position: prefix.length };
    const type = readVarUint(reader);
    if (type === auth) askForEverything();
    else if (type === stateless) {
      const message = JSON.parse(readVarBytes(reader).toString("utf8"));
      if (message.type === "durable") onDurable(message);
    } else if (type === sync) {
      const step = readVarUint(reader);
      if (step !== syncStep2 && step !== syncUpdate) return;
      onUpdate(readVarBytes(reader), step === syncStep2);
      if (step === syncStep2) synced();
    }
  });
  await once(webSocket, "open");
  if (name === null) askForEverything();
  else write(varUint(auth), varUint(0), varString(""));
  await isSynced;
  return {
    send: (update) => write(varUint(sync), varUint(syncUpdate), varBytes(update)),
    /** Sends presence, as an open editor does every few seconds. */
    sendPresence: ({ clientId, clock, state }) => {
      const update = Buffer.concat([varUint(1), varUint(clientId), varUint(clock), varString(JSON.stringify(state))]);
      write(varUint(awareness), varBytes(update));
    },
    isOpen: () => webSocket.readyState === WebSocket.OPEN,
    close: async () => {
      if (webSocket.readyState === WebSocket.CLOSED) return;
      const closed = once(webSocket, "close");
      webSocket.close();
      await closed;
    },
  };
}

function varUint(value) {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

function varBytes(bytes) {
  return Buffer.concat([varUint(bytes.byteLength), bytes]);
}

function varString(text) {
  return varBytes(Buffer.from(text));
}

function readVarUint(reader) {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = reader.data[reader.position++];
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}

function readVarBytes(reader) {
  const length = readVarUint(reader);
  reader.position += length;
  return reader.data.subarray(reader.position - length, reader.position);
}
