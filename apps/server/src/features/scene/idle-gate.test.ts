import { addAnchor } from "@blueprint/scene/anchor-operations";
import { prepareScene } from "@blueprint/scene/scene-migrations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { IdleGate } from "./idle-gate.ts";

const editor = { may: "edit", userId: "ada" } as const;

test("refused changes do not keep the copy of a document in memory, however many arrive", async () => {
  const server = new Y.Doc();
  prepareScene(server);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
  addAnchor(doc, buildAnchor({ id: "door" }));
  const good = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server));
  const hostile = new Y.Doc();
  hostile.getMap("elsewhere").set("x", 1);
  const bad = Y.encodeStateAsUpdate(hostile);

  let copies = 0;
  const readState = () => {
    copies += 1;
    return Y.encodeStateAsUpdate(server);
  };
  const { promise: givenUp, resolve } = Promise.withResolvers<void>();
  const gate = new IdleGate(readState, 40, resolve);
  expect(gate.admit(good, editor)).toEqual({ outcome: "admitted" });
  expect(copies).toBe(1);
  const knocking = setInterval(() => expect(gate.admit(bad, editor)).toMatchObject({ outcome: "refused" }), 1);
  await givenUp;
  clearInterval(knocking);
  expect(copies).toBeGreaterThan(1);
  gate.close();
});
