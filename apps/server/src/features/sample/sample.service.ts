import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { storageBucket } from "@blueprint/contract/limits";
import { openFileByteSource } from "@blueprint/scans/file-byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { exampleMuseum } from "@blueprint/scene/example-museum";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { createBlueprint } from "../blueprints/blueprints.service.ts";
import { requireStorageRoom } from "../plans/entitlements.service.ts";
import { acceptOriginal, createScan } from "../scans/scans.service.ts";
import { writeFirstScene } from "../scene/scene.service.ts";
import { recordStoredFile } from "../uploads/uploads.service.ts";

const originalPath = fileURLToPath(new URL("./example-museum.glb", import.meta.url));
const contentType = "model/gltf-binary";

/**
 * Adds the example museum to a team. It is an ordinary blueprint: its original counts against the team's storage, it is
 * converted here, and it can be edited, published and deleted. All or nothing.
 * @throws AppError storage-quota-exceeded, storage-full
 */
export async function addSampleBlueprint(context: AppContext, actor: Actor, scope: TeamScope): Promise<Blueprint> {
  const { teamId } = scope;
  const bytes = await readFile(originalPath);
  await context.db.transaction(async (tx) => {
    await requireStorageRoom(tx, context, scope, bytes.length);
  });
  const looked = await lookAtOriginal();
  // The bytes are stored first: what the database refers to always exists.
  const storageKey = `teams/${teamId}/scans/${context.ids.uuid()}/original/${context.ids.uuid()}`;
  await context.storage.putBytes(storageKey, bytes, { contentType });
  try {
    return await context.db.transaction(async (tx) => {
      const inside: AppContext = { ...context, db: tx };
      const { name, industry, description, address, fileName, anchors } = exampleMuseum;
      const place = { address, latitude: null, longitude: null };
      const blueprint = await createBlueprint(inside, actor, scope, { name, industry, description, place });
      await writeFirstScene(inside, scope, blueprint.id, anchors);
      const scan = await createScan(inside, scope, blueprint.id, {
        fileName,
        sizeBytes: bytes.length,
        preflight: looked,
      });
      await recordStoredFile(tx, context, {
        bucket: storageBucket,
        fullPath: scan.uploadName,
        sizeBytes: bytes.length,
        contentType,
        metadata: {},
        storageKey,
        teamId,
        userId: actor.userId,
      });
      await acceptOriginal(tx, context, { scanId: scan.id, storageKey, sizeBytes: bytes.length });
      return { ...blueprint, scanCount: 1 };
    });
  } catch (error) {
    await context.storage.delete(storageKey);
    throw error;
  }
}

async function lookAtOriginal() {
  await using source = await openFileByteSource(originalPath, exampleMuseum.fileName);
  return await preflight(source);
}
