// Published places with a scan and a few hundred anchors, as large as real ones.
import { setTimeout as wait } from "node:timers/promises";
import { createBlueprint, publishBlueprint } from "@blueprint/contract/blueprints";
import { collaborationPath, toDocumentName } from "@blueprint/contract/collaboration";
import { createScan, listScans } from "@blueprint/contract/scans";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { createUpload } from "@blueprint/uploads/upload";
import * as Y from "yjs";
import { makePlainRoom } from "../../e2e/harness/scans.ts";
import { openSocket } from "../editor/socket-client.js";
import { recordTrace } from "../editor/trace.js";

const anchors = 400;
const conversionTimeoutMs = 120_000;

export function toDocument(url, person, blueprintId) {
  return {
    url: url.replace("http", "ws") + collaborationPath,
    name: toDocumentName(blueprintId),
    headers: { cookie: person.cookie },
  };
}

/** @returns the place's slug */
export async function publishPlace(url, owner, name) {
  const body = { teamId: owner.teamId, name, industry: "museum" };
  const { id: blueprintId, slug } = await owner.api(createBlueprint, { body });
  await addAnchors(toDocument(url, owner, blueprintId));
  await addScan(url, owner, blueprintId);
  await owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  return slug;
}

async function addAnchors(document) {
  const [{ clientId, clockEnd, updates }] = recordTrace(1, anchors, anchors);
  const { promise: isStored, resolve: stored } = Promise.withResolvers();
  const onDurable = ({ clocks }) => (clocks[clientId] ?? 0) >= clockEnd && stored();
  const socket = await openSocket({ ...document, onDurable });
  socket.send(Y.mergeUpdates(updates));
  await isStored;
  await socket.close();
}

export async function addScan(url, owner, blueprintId) {
  const [fileName, bytes] = ["room.glb", makePlainRoom()];
  const sizeBytes = bytes.length;
  const report = await preflight(toByteSource(new Blob([bytes]), fileName));
  const scan = await owner.api(createScan, {
    params: { blueprintId },
    body: { fileName, sizeBytes, preflight: { ...report, sizeBytes } },
  });
  await uploadBytes(url, owner, scan.uploadName, bytes);
  const giveUpAtMs = performance.now() + conversionTimeoutMs;
  for (;;) {
    const [{ state }] = (await owner.api(listScans, { params: { blueprintId } })).scans;
    if (state === "ready") return;
    if (state === "failed" || performance.now() > giveUpAtMs) throw new Error(`The scan of a place is ${state}.`);
    await wait(200);
  }
}

export async function uploadBytes(url, person, objectName, bytes) {
  const upload = createUpload({
    source: { name: "file", sizeBytes: bytes.length, slice: (start, end) => bytes.subarray(start, end) },
    objectName,
    baseUrl: url,
    headers: person.asProgram,
  });
  upload.start();
  const { state, error } = await upload.done;
  if (state !== "success") throw new Error(`An upload ended as ${state}.`, { cause: error });
}
