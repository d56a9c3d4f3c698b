import { addAnchor, moveAnchor } from "@blueprint/scene/anchor-operations";
import * as Y from "yjs";

/**
 * What people would send: each places some anchors and then moves them around, every move as a separate update. One
 * person's edits do not depend on another's, so updates of different people may arrive in any order.
 * @returns for each person the Yjs client id and the updates, oldest first.
 */
export function recordTrace(people, updatesEach, anchorsEach = 20) {
  return Array.from({ length: people }, (_, person) => {
    const doc = new Y.Doc();
    const updates = [];
    doc.on("update", (update) => updates.push(update));
    for (let index = 0; updates.length < updatesEach; index += 1) {
      const id = `p${person}-${index % anchorsEach}`;
      const position = [index / 7, person, index % 11];
      if (index >= anchorsEach) moveAnchor(doc, id, { position });
      else {
        const at = { position, normal: [0, 1, 0], floor: 0, createdBy: "", createdAt: "2026-01-02T03:04:05.000Z" };
        addAnchor(doc, { ...at, id, type: "info", title: `Label ${index}`, text: "Oil on canvas." });
      }
    }
    return { clientId: doc.clientID, updates, clockEnd: Y.getState(doc.store, doc.clientID) };
  });
}
