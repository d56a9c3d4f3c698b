import type { Blueprint } from "@blueprint/contract/blueprints";
import { createSampleBlueprint } from "@blueprint/contract/sample";
import { listScans } from "@blueprint/contract/scans";
import { addAnchor, editAnchor } from "@blueprint/scene/anchor-operations";
import { editMember } from "@blueprint/scene/member-operations";
import { addObject } from "@blueprint/scene/object-operations";
import type { Polygon } from "@blueprint/scene/polygon";
import { readScene, type Scene } from "@blueprint/scene/read-scene";
import { addZone } from "@blueprint/scene/zone-operations";
import type * as Y from "yjs";
import { openSceneClient } from "../../apps/server/src/features/scene/testing/scene-client.ts";
import type { LaunchedServer } from "./launch-server.ts";
import { expect, type Person } from "./people.ts";
import { publish, waitForScan } from "./scans.ts";

/** Edits a blueprint's document as its owner's editor would, and waits until the edits are saved. */
export async function editScene(
  server: Pick<LaunchedServer, "url">,
  { cookie }: Pick<Person, "cookie">,
  { id: blueprintId }: Pick<Blueprint, "id">,
  edit: (doc: Y.Doc) => void,
): Promise<void> {
  const client = openSceneClient({ serverUrl: server.url, blueprintId, cookie });
  try {
    await client.loaded();
    edit(client.doc);
    await client.saved();
  } finally {
    client.close();
  }
}

/** A blueprint's draft as the server has it. */
export async function readDraft(
  server: Pick<LaunchedServer, "url">,
  person: Pick<Person, "cookie">,
  blueprint: Pick<Blueprint, "id">,
): Promise<Scene> {
  const scenes: Scene[] = [];
  await editScene(server, person, blueprint, (doc) => void scenes.push(readScene(doc)));
  return scenes[0]!;
}

/**
 * Publishes the example museum with everything that takes room beside the scene: a tour, views, a translation, zones,
 * and content for staff only, so that its members choose whom to view it as.
 */
export async function publishFullHouse(server: Pick<LaunchedServer, "url">, owner: Person): Promise<Blueprint> {
  const blueprint = await owner.api(createSampleBlueprint, { body: { teamId: owner.teamId } });
  await editScene(server, owner, blueprint, furnish);
  const { scans } = await owner.api(listScans, { params: { blueprintId: blueprint.id } });
  expect(scans).toHaveLength(1);
  await waitForScan(owner, scans[0]!);
  await publish(owner, blueprint);
  return blueprint;
}

function furnish(doc: Y.Doc): void {
  editAnchor(doc, "welcome", { "title@de": "Willkommen und Öffnungszeiten", "text@de": "Dienstag bis Sonntag." });
  // Three places on one spot of the hall's floor.
  const spot = { text: "", position: [8.6, 0, 6.6], normal: [0, 1, 0], floor: 0 } as const;
  const made = { createdBy: "journey", createdAt: "2026-01-01T00:00:00.000Z" };
  for (const [id, type, title] of [
    ["exit", "safety", "Way out"],
    ["guide", "audio", "Sound of the hall"],
    ["shop", "product", "Folding rule"],
  ] as const)
    addAnchor(doc, { id, type, title, ...spot, ...made });
  addObject(doc, "tours", "round", { name: "Round trip through all rooms", isStepFree: true, walkingSpeed: 1 });
  const round = { kind: "tours", id: "round" } as const;
  editMember(doc, round, "stop", "first", { anchorId: "welcome", narration: "", seconds: 600 });
  editMember(doc, round, "stop", "second", {
    anchorId: "entrance",
    narration: "Come in through here.",
    seconds: 600,
  });
  addObject(doc, "views", "door", {
    name: "From the door",
    mode: "walk",
    position: [9.4, 1.6, 11.6],
    target: [9.1, 1.45, 6],
  });
  addObject(doc, "views", "corner", {
    name: "Across room 1",
    mode: "fly",
    position: [5.6, 1.9, 6.8],
    target: [3.1, 0.2, 3.7],
  });
  addZone(doc, "room1", toRectangle(0.2, 0.2, 6.09, 7.29), { name: "Room 1", type: "quiet", heights: [0, 2.5] });
  const staff = { name: "Store", type: "staff", heights: [0, 2.5], audiences: ["staff"] } as const;
  addZone(doc, "store", toRectangle(13.11, 0.2, 18.2, 6.09), staff);
}

function toRectangle(x0: number, z0: number, x1: number, z1: number): Polygon {
  return {
    outer: [
      [x0, z0],
      [x1, z0],
      [x1, z1],
      [x0, z1],
    ],
    holes: [],
  };
}
