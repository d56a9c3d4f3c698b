import { publishBlueprint, type Visibility } from "@blueprint/contract/blueprints";
import { addAnchor, type NewAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import * as Y from "yjs";
import type { TestApp } from "../../../testing/create-test-app.ts";
import { buildReadyScan } from "../../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../../scene/scene.service.ts";

export type Fill = (doc: Y.Doc) => void;

/** A published place with a scene. */
export async function buildPlace(app: TestApp, fill: Fill, visibility: Visibility = "public") {
  const owner = await app.buildPerson();
  const { id, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, id);
  const doc = new Y.Doc();
  const params = { blueprintId: id };
  let published = 0;
  const publish = async (change: Fill) => {
    change(doc);
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(app.context, id, [{ update, authorId: owner.userId, changeCount: 1 }]);
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: published, visibility } });
    published += 1;
  };
  await publish(fill);
  return { owner, id, slug, params, publish };
}

export function addAnchors(doc: Y.Doc, anchors: readonly (Partial<NewAnchor> & { id: string })[]): void {
  for (const anchor of anchors) addAnchor(doc, buildAnchor(anchor));
}
