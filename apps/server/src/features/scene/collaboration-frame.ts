import { toDocumentName } from "@blueprint/contract/collaboration";
import { type BlueprintId, blueprintIdSchema } from "@blueprint/contract/ids";
import { IncomingMessage, MessageType } from "@hocuspocus/server";

const awarenessBytesMax = 16 * 1024;
const awarenessStatesMax = 8;
const documentNameCharactersMax = 200;
const syncStep1 = 0;
/** Sync step 1, sync step 2 and update (y-protocols). */
const syncMessageTypes = new Set([syncStep1, 1, 2]);

/** `ignored` frames are harmless and have no effect here; our clients never send `malformed` ones. */
export type FrameVerdict = "good" | "ignored" | "malformed";

/**
 * Validates a frame's structure before the collaboration library does: the library throws in places where one bad frame
 * would be logged as a server error.
 */
export function inspectFrame(data: Uint8Array): FrameVerdict {
  try {
    const frame = new IncomingMessage(data);
    if (frame.readVarString().length > documentNameCharactersMax) return "malformed";
    return inspectBody(frame);
  } catch {
    return "malformed";
  }
}

export interface SyncRequest {
  /** Address for replies: the document's name, with the id of the provider's session if it has one. */
  readonly address: string;
  readonly documentName: string;
  /** The client has nothing of the document yet. */
  readonly isForEverything: boolean;
}

/** Reads a good frame in which a client asks for missing updates (sync step 1 of y-protocols); null for any other. */
export function readSyncRequest(data: Uint8Array): SyncRequest | null {
  const frame = new IncomingMessage(data);
  const address = frame.readVarString();
  if (frame.readVarUint() !== MessageType.Sync || frame.readVarUint() !== syncStep1) return null;
  const [documentName = ""] = address.split("\0");
  // An empty document's state vector lists no clients.
  const isForEverything = frame.readVarUint8Array().every((byte) => byte === 0);
  return { address, documentName, isForEverything };
}

function inspectBody(frame: IncomingMessage): FrameVerdict {
  switch (frame.readVarUint()) {
    case MessageType.Sync:
      if (!syncMessageTypes.has(frame.readVarUint())) return "malformed";
      frame.readVarUint8Array();
      return "good";
    case MessageType.Auth:
      frame.readVarUint();
      frame.readVarString();
      return "good";
    case MessageType.Awareness:
      return isAwarenessGood(frame.readVarUint8Array()) ? "good" : "malformed";
    case MessageType.QueryAwareness:
    case MessageType.CLOSE:
      return "good";
    case MessageType.Stateless:
      return "ignored";
    default:
      return "malformed";
  }
}

function isAwarenessGood(update: Uint8Array): boolean {
  if (update.byteLength > awarenessBytesMax) return false;
  const reader = new IncomingMessage(update);
  const count = reader.readVarUint();
  if (count > awarenessStatesMax) return false;
  for (let index = 0; index < count; index += 1) {
    reader.readVarUint();
    reader.readVarUint();
    const state: unknown = JSON.parse(reader.readVarString());
    if (typeof state !== "object" || Array.isArray(state)) return false;
  }
  return true;
}

/** The blueprint that a document name refers to; null for any other name. */
export function toBlueprintId(documentName: string): BlueprintId | null {
  const id = blueprintIdSchema.safeParse(documentName.slice(documentName.lastIndexOf("/") + 1));
  return id.success && toDocumentName(id.data) === documentName ? id.data : null;
}
