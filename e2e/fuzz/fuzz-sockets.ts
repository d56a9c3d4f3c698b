import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { collaborationPath, toDocumentName } from "@blueprint/contract/collaboration";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { WebSocket } from "ws";
import * as Y from "yjs";
import { mutate } from "../../packages/scans/src/testing/fuzz/mutate.ts";

/** Message types of the collaboration protocol (Hocuspocus). */
const messages = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, stateless: 5, close: 7 } as const;
const framesMax = 12;
const openWithinMs = 20_000;
/** How long to wait for an answer to the last frame. */
const listenMs = 150;

export interface SocketRun {
  /** "refused", or how the connection ended. */
  readonly outcome: string;
  readonly sentFrames: number;
  /** Everything received, to be searched for other teams' data. */
  readonly received: Buffer;
}

/** One connection: with a browser's greeting or none, followed by faulty frames. */
export async function fuzzSocket(
  serverUrl: string,
  headers: Readonly<Record<string, string>>,
  blueprintIds: readonly string[],
  random: () => number,
): Promise<SocketRun> {
  const socket = new WebSocket(`${serverUrl.replace("http", "ws")}${collaborationPath}`, { headers: { ...headers } });
  const received: Buffer[] = [];
  let ended = "";
  socket.on("message", (data: Buffer) => received.push(Buffer.from(data)));
  socket.on("close", (code) => {
    ended ||= `closed ${code}`;
  });
  // The following event says more: "close", or the response to the upgrade.
  socket.on("error", () => undefined);
  const opened = await new Promise<"open" | "refused">((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("A socket neither opened nor was refused.")), openWithinMs);
    const settle = (outcome: "open" | "refused") => {
      clearTimeout(timer);
      resolve(outcome);
    };
    socket.once("open", () => settle("open"));
    socket.once("close", () => settle("refused"));
    socket.once("unexpected-response", (_request, response) => {
      const status = response.statusCode ?? 0;
      if (status >= 500 && status !== 503) reject(new Error(`An upgrade was answered with ${status}.`));
      settle("refused");
      socket.terminate();
    });
  });
  if (opened === "refused") return { outcome: "refused", sentFrames: 0, received: Buffer.concat(received) };

  let sentFrames = 0;
  const documentName = toDocumentName(blueprintIds[Math.floor(random() * blueprintIds.length)] ?? randomUUID());
  if (random() < 0.8) {
    for (const frame of greeting(documentName)) {
      socket.send(frame);
      sentFrames++;
    }
    await wait(20);
  }
  for (let left = 1 + Math.floor(random() * framesMax); left > 0 && socket.readyState === WebSocket.OPEN; left--) {
    const [frame, isBinary] = makeFrame(documentName, random);
    socket.send(frame, { binary: isBinary });
    sentFrames++;
    if (random() < 0.2) await wait(5);
  }
  await wait(listenMs);
  const outcome = ended === "" ? "stayed open" : ended;
  socket.terminate();
  return { outcome, sentFrames, received: Buffer.concat(received) };
}

const greeting = (name: string): Uint8Array<ArrayBuffer>[] => [
  join(text(name), number(messages.auth), number(0), text("")),
  join(text(name), number(messages.sync), number(0), bytes(new Uint8Array([0]))),
];

function makeFrame(name: string, random: () => number): [frame: Uint8Array<ArrayBuffer> | string, isBinary: boolean] {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const doc = new Y.Doc();
  const root = pick(["anchors", "settings", "zones", "comments", "nothing"]);
  if (random() < 0.5) addAnchor(doc, buildAnchor({ id: `fuzz-${Math.floor(random() * 1e6)}`, title: "\ud800 x" }));
  else
    doc
      .getMap(root)
      .set(pick(["units", "__proto__", "a".repeat(500)]), pick<unknown>([null, {}, [], -1, "x".repeat(9_000)]));
  const update = Y.encodeStateAsUpdate(doc);
  const frames: (() => Uint8Array<ArrayBuffer>)[] = [
    () => join(text(name), number(messages.sync), number(pick([0, 1, 2, 3, 99])), bytes(update)),
    () => join(text(name), number(messages.sync), number(2), bytes(mutate(update, random))),
    () => join(text(name), number(messages.sync), number(0), bytes(Y.encodeStateVector(doc))),
    () =>
      join(
        text(name),
        number(messages.awareness),
        bytes(presence(pick(["{}", "null", "[", '{"user":1}', "x".repeat(20_000)]))),
      ),
    () => join(text(name), number(messages.queryAwareness)),
    () => join(text(name), number(messages.stateless), text(pick(["", "{}", "\ud800", '{"type":"durable"}']))),
    () => join(text(name), number(messages.auth), number(pick([0, 1, 2, 7])), text("x".repeat(pick([0, 10, 5_000])))),
    () => join(text(name), number(messages.close), text("")),
    () => join(text(name), number(pick([4, 6, 8, 9, 10, 200, 2 ** 31]))),
    () => join(text(toDocumentName(randomUUID())), number(messages.auth), number(0), text("")),
    () => join(text(pick(["", "blueprint/", "x".repeat(5_000), "blueprint/../x"])), number(messages.sync)),
    () => new Uint8Array(Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256))),
    () => new Uint8Array(pick([0, 1, 2_000_000])),
  ];
  const frame = pick(frames)();
  if (random() < 0.1) return [Buffer.from(frame).toString("latin1"), false];
  return [random() < 0.5 ? new Uint8Array(mutate(frame, random)) : frame, true];
}

const presence = (state: string) => join(number(1), number(12_345), number(1), text(state));

// lib0's encoding by hand, because invalid values are sent on purpose.
function number(value: number): Uint8Array<ArrayBuffer> {
  const parts: number[] = [];
  let rest = value;
  while (rest > 127) {
    parts.push(128 | (rest % 128));
    rest = Math.floor(rest / 128);
  }
  return new Uint8Array([...parts, rest]);
}
const bytes = (content: Uint8Array) => join(number(content.length), content);
const text = (content: string) => bytes(new TextEncoder().encode(content));
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
