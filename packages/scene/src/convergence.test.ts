import { expect, test } from "vitest";
import * as Y from "yjs";
import { addAnchor, editAnchor, moveAnchor, removeAnchor } from "./anchor-operations.ts";
import { describeUpdate } from "./durable-message.ts";
import { readScene } from "./read-scene.ts";
import { SaveState } from "./save-state.ts";
import { getAnchors, sceneSchemaVersion } from "./scene-document.ts";
import { SceneGate } from "./scene-gate.ts";
import { prepareScene } from "./scene-migrations.ts";
import { SceneUndo } from "./scene-undo.ts";
import { buildAnchor } from "./testing/build-anchor.ts";
import { createRandom } from "./testing/random.ts";

type Random = () => number;

interface Replica {
  readonly doc: Y.Doc;
  readonly undo: SceneUndo;
  readonly inbox: Uint8Array[];
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test.each(seeds)("three people editing in any interleaving end with the same scene (seed %i)", (seed) => {
  const random = createRandom(seed);
  const replicas = createReplicas();
  for (let step = 0; step < 120; step += 1) {
    const replica = pick(random, replicas)!;
    if (random() < 0.35) deliverSome(random, replica);
    else editSomehow(random, replica, `${seed}-${step}`);
  }
  for (const replica of replicas) deliverAll(random, replica);

  const scenes = replicas.map((replica) => readScene(replica.doc));
  expect(scenes[1]).toEqual(scenes[0]);
  expect(scenes[2]).toEqual(scenes[0]);
  expect(scenes[0]!.schemaVersion).toBe(sceneSchemaVersion);
  for (const anchor of scenes[0]!.anchors) expect(anchor.position.every(Number.isFinite)).toBe(true);
});

test.each(seeds)(
  "nothing that people do is refused by the gate or stays unsaved, in any order of arrival (seed %i)",
  (seed) => {
    const random = createRandom(seed + 1_000);
    const replicas = createReplicas();
    const server = new Y.Doc();
    Y.applyUpdate(server, Y.encodeStateAsUpdate(replicas[0]!.doc));
    const gate = new SceneGate(() => Y.encodeStateAsUpdate(server));
    const states = replicas.map(({ doc }) => new SaveState(doc, () => {}));
    server.on("update", (update: Uint8Array) => {
      for (const state of states) state.noteDurable(describeUpdate(update));
    });
    for (const { doc } of replicas) {
      doc.on("update", (update: Uint8Array, origin: unknown) => {
        if (origin === "delivery") return;
        expect(gate.admit(update)).toEqual({ outcome: "admitted" });
        Y.applyUpdate(server, update);
      });
    }
    for (let step = 0; step < 80; step += 1) {
      const replica = pick(random, replicas)!;
      if (random() < 0.35) deliverSome(random, replica);
      else editSomehow(random, replica, `${seed}-${step}`);
      // The server sends its entire state in one update to a reconnecting replica.
      if (random() < 0.05) Y.applyUpdate(replica.doc, Y.encodeStateAsUpdate(server), "delivery");
    }
    for (const replica of replicas) deliverAll(random, replica);
    expect(readScene(server)).toEqual(readScene(replicas[0]!.doc));
    expect(states.map((state) => state.unsavedCount)).toEqual([0, 0, 0]);
  },
);

function createReplicas(): Replica[] {
  const first = new Y.Doc();
  prepareScene(first);
  const replicas = [0, 1, 2].map((index): Replica => {
    const doc = new Y.Doc();
    doc.clientID = index + 1;
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
    return { doc, undo: new SceneUndo(doc), inbox: [] };
  });
  for (const sender of replicas) {
    sender.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === "delivery") return;
      for (const other of replicas) if (other !== sender) other.inbox.push(update);
    });
  }
  return replicas;
}

function editSomehow(random: Random, { doc, undo }: Replica, id: string): void {
  const target = pick(random, [...getAnchors(doc).keys()]);
  const choice = random();
  if (target !== undefined && choice >= 0.95) undo.redo();
  else if (target !== undefined && choice >= 0.85) undo.undo();
  else undo.edit(() => changeSomehow(random, doc, target, choice, id), { joins: random() < 0.5 ? "a run" : null });
}

function changeSomehow(random: Random, doc: Y.Doc, target: string | undefined, choice: number, id: string): void {
  if (target === undefined || choice < 0.25)
    addAnchor(doc, buildAnchor({ id, text: "Twelve words about a place that people like to visit on foot." }));
  else if (choice < 0.45) moveAnchor(doc, target, { position: [random() * 10, random() * 3, random() * 10] });
  else if (choice < 0.6) editAnchor(doc, target, { title: `Title ${id} 🪔`.slice(0, Math.floor(random() * 12)) });
  else if (choice < 0.75)
    editAnchor(doc, target, {
      text: changeText(random, readScene(doc).anchors.find((anchor) => anchor.id === target)?.text ?? ""),
    });
  else removeAnchor(doc, target);
}

function changeText(random: Random, text: string): string {
  const start = Math.floor(random() * text.length);
  return (
    text.slice(0, start) + "é🙂x".slice(0, Math.floor(random() * 4)) + text.slice(start + Math.floor(random() * 5))
  );
}

function deliverSome(random: Random, replica: Replica): void {
  const count = Math.floor(random() * (replica.inbox.length + 1));
  for (const update of replica.inbox.splice(0, count)) Y.applyUpdate(replica.doc, update, "delivery");
}

function deliverAll(random: Random, replica: Replica): void {
  while (replica.inbox.length > 0) {
    const [update] = replica.inbox.splice(Math.floor(random() * replica.inbox.length), 1);
    Y.applyUpdate(replica.doc, update!, "delivery");
  }
}

function pick<T>(random: Random, choices: readonly T[]): T | undefined {
  return choices[Math.floor(random() * choices.length)];
}
