// Editors with real collaboration sockets: in each document one who edits and others who only have it open.
import { setTimeout as wait } from "node:timers/promises";
import { createBlueprint } from "@blueprint/contract/blueprints";
import * as Y from "yjs";
import { openSocket } from "../editor/socket-client.js";
import { recordTrace } from "../editor/trace.js";
import { toDocument } from "./places.js";

const presenceEveryMs = 15_000;

/** @returns `count`, `work`, which sends every edit and resolves to the errors, and `close` */
export async function openEditors({ url, people, idle, editsPerSecond, seconds }) {
  const rooms = [];
  for (const [index, person] of people.entries()) {
    const body = { teamId: person.teamId, name: `Room ${index}`, industry: "museum" };
    const { id } = await person.api(createBlueprint, { body });
    const document = toDocument(url, person, id);
    const [trace] = recordTrace(1, editsPerSecond * seconds, 50);
    const room = { trace, stored: { clock: 0 }, listeners: [] };
    const onDurable = ({ clocks }) => raise(room.stored, clocks[trace.clientId]);
    room.worker = await openSocket({ ...document, onDurable });
    const listeners = Math.floor(idle / people.length) + (index < idle % people.length ? 1 : 0);
    for (let listener = 0; listener < listeners; listener += 1) {
      const heard = { clock: 0 };
      const onUpdate = (update) => raise(heard, Y.parseUpdateMeta(update).to.get(trace.clientId));
      room.listeners.push({ heard, socket: await openSocket({ ...document, onUpdate }) });
    }
    rooms.push(room);
  }
  const beats = rooms.flatMap(({ worker, listeners }) =>
    [worker, ...listeners.map(({ socket }) => socket)].map(keepPresent),
  );
  const sockets = rooms.flatMap(({ worker, listeners }) => [worker, ...listeners.map(({ socket }) => socket)]);
  return {
    count: sockets.length,
    work: async () => (await Promise.all(rooms.map((room) => work(room, editsPerSecond)))).flat(),
    close: async () => {
      for (const beat of beats) clearInterval(beat);
      await Promise.all(sockets.map((socket) => socket.close()));
    },
  };
}

/** The server closes sockets that are silent for a minute. */
function keepPresent(socket) {
  const { clientID: clientId } = new Y.Doc();
  let clock = 0;
  const say = () => {
    clock += 1;
    if (socket.isOpen()) socket.sendPresence({ clientId, clock, state: { at: clock } });
  };
  say();
  return setInterval(say, presenceEveryMs);
}

function raise(reached, clock = 0) {
  reached.clock = Math.max(reached.clock, clock);
}

async function work({ trace, worker, listeners, stored }, editsPerSecond) {
  await wait(Math.random() * (1000 / editsPerSecond));
  for (const update of trace.updates) {
    worker.send(update);
    await wait(1000 / editsPerSecond);
  }
  const errors = [];
  const lost = [worker, ...listeners.map(({ socket }) => socket)].filter((socket) => !socket.isOpen()).length;
  if (lost > 0) errors.push(`${lost} editors lost their connection.`);
  const isStored = () => stored.clock >= trace.clockEnd;
  for (let waitedMs = 0; waitedMs < 10_000 && !isStored(); waitedMs += 100) await wait(100);
  if (!isStored()) errors.push("Edits were not on disk ten seconds after the last one.");
  // Edits may be batched on the way: what counts is that every listener has the last one.
  const behind = listeners.filter(({ heard }) => heard.clock < trace.clockEnd).length;
  if (behind > 0) errors.push(`${behind} editors did not hear of the last edit.`);
  return errors;
}
