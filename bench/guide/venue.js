// A published venue with these passages as anchors.
import { createBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { editScene } from "../../e2e/harness/full-house.ts";
import { acceptAsNewPerson, newEmail } from "../../e2e/harness/people.ts";
import { addScan } from "../load/places.js";

const anchorsPerMessage = 500;

/** @returns its slug */
export async function publishVenue(product, passages) {
  const owner = await acceptAsNewPerson(product, product.operatorInvitationUrl, "Olga Operator", newEmail());
  const body = { teamId: owner.teamId, name: "Collection", industry: "museum" };
  const { id: blueprintId, slug } = await owner.api(createBlueprint, { body });
  await editScene(product, owner, { id: blueprintId }, (doc) => addPassages(doc, passages));
  await addScan(product.url, owner, blueprintId);
  await owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  return slug;
}

/** In pieces that fit into one message each. */
function addPassages(doc, passages) {
  const at = { type: "info", position: [0, 0, 0], normal: [0, 1, 0], floor: 0 };
  const made = { createdBy: "bench", createdAt: "2026-01-01T00:00:00.000Z" };
  for (let start = 0; start < passages.length; start += anchorsPerMessage)
    doc.transact(() => {
      for (const { id, title, text } of passages.slice(start, start + anchorsPerMessage))
        addAnchor(doc, { id, title, text, ...at, ...made });
    });
}
