import {
  type CollaborationMessage,
  closeCodes,
  type DurableMessage,
  type NoRoom,
  presenceSchema,
  type SceneAccess,
} from "@blueprint/contract/collaboration";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { describeDocument } from "@blueprint/scene/durable-message";
import { withoutCommentsOfOthers } from "@blueprint/scene/others-comments";
import type { GateVerdict } from "@blueprint/scene/scene-gate";
import { isSceneTooNew, prepareScene } from "@blueprint/scene/scene-migrations";
import {
  type beforeHandleAwarenessPayload,
  type beforeSyncPayload,
  type beforeUnloadDocumentPayload,
  type connectedPayload,
  type Document,
  type Extension,
  isTransactionOrigin,
  OutgoingMessage,
  type onAuthenticatePayload,
  type onLoadDocumentPayload,
} from "@hocuspocus/server";
import type { WebSocket } from "ws";
import * as Y from "yjs";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { recordUse } from "../people/feature-use.service.ts";
import { ChangeRate } from "./change-rate.ts";
import { readSyncRequest, toBlueprintId } from "./collaboration-frame.ts";
import { EarlyAnswers } from "./early-answers.ts";
import { type HistoryShare, HistoryShares } from "./history-share.ts";
import { IdleGate } from "./idle-gate.ts";
import { OpeningWatch, tryAgainLater } from "./opening-watch.ts";
import { PeerEdits } from "./peer-edits.ts";
import {
  applyStoredScene,
  findSceneAccess,
  loadStoredScene,
  readHistoryShare,
  readLastUpdateIds,
} from "./scene.service.ts";
import type { SnapshotAge } from "./scene-compaction.service.ts";
import { SceneWriter } from "./scene-writer.ts";
import type { StoredNotices } from "./stored-notices.ts";

/** What every hook knows about its connection. */
export interface CollaborationContext {
  readonly socket: WebSocket;
  readonly actor: Actor;
  /** The user's rights in this document; null before authentication. */
  readonly access: SceneAccess | null;
  /** What their comments may add to the history; null for anyone with other rights. */
  readonly share: HistoryShare | null;
}

interface OpenScene {
  readonly blueprintId: BlueprintId;
  readonly document: Document;
  /** Every stored update up to this one is in the document. */
  throughUpdateId: number;
  /** Null for a single server. */
  readonly peerEdits: PeerEdits | null;
  readonly gate: IdleGate;
  readonly writer: SceneWriter;
  /** Approximate size of the whole document. */
  readonly sizeBytes: number;
}

type SceneConnection = beforeSyncPayload<CollaborationContext>["connection"];

const syncStep1 = 0;
/** After a pause this long, the next change creates a new gate, which takes as long as opening the document. */
const gateIdleMsMax = 120_000;
/**
 * Every Yjs replica cleans up styled texts by deleting; a reader's copy may do so just before the server does. Browsers
 * also resend what a killed server lost. More strays than this have another cause; each costs a copy of the document.
 */
const straysMax = 8;
/** Reading or encoding a whole document costs its user this fraction of its size, as if they had sent it. */
const workBytesPerByteSent = 64;
/** A few refused updates use up a guest's whole budget. */
const refusalCostBytes = 1024 * 1024;
const questionCostBytes = 4 * 1024;
/** Frames from a read-only user are still compared with the whole document. */
const idleFrameCostBytes = 16 * 1024;
/** A socket may send no more than this before its user's rights are known. */
const earlyBytesMax = 64 * 1024;
/** After this wait, a client is disconnected to try again. */
const openingMsMax = 20_000;
/** Shorter than that, so that later clients do not wait for the same lost query. */
const readingMsMax = 15_000;
/** While edits cannot be stored, a new client learns after this long what is stored. */
const flushMsMax = 1_000;
/** Another server stores an edit well before it is this old, unless it is dead or frozen. */
const storedByPeersWithinMs = 3_000;
const seemsLostAfterMs = 500;
const takeOverEveryMs = 1_000;
/** Origin of changes that other servers stored and that were read from the database. */
const fromDatabase = { source: "database" };

/** Loads, guards and stores the documents of the collaboration server. */
export class SceneExtension implements Extension<CollaborationContext> {
  readonly #context: AppContext;
  readonly #notices: StoredNotices | null;
  #takeOverTimer: NodeJS.Timeout | undefined;
  #isCatchingUp = false;
  readonly #scenes = new WeakMap<Document, OpenScene>();
  readonly #open = new Set<OpenScene>();
  readonly #earlyAnswers = new EarlyAnswers();
  readonly #openings: OpeningWatch;
  readonly #rate = new ChangeRate();
  readonly #shares: HistoryShares;
  readonly #accessOfSocket = new WeakMap<WebSocket, SceneAccess>();
  /** Bytes that arrived on a socket before its user's rights were known. */
  readonly #earlyBytes = new WeakMap<WebSocket, number>();
  /** Read-only for the current frame. */
  readonly #skipping = new WeakSet<SceneConnection>();
  /** Read-only for good, whatever the user's role. */
  readonly #held = new WeakSet<SceneConnection>();
  /** Updates that exceeded their sender's rights. */
  readonly #strays = new WeakMap<SceneConnection, number>();

  constructor(context: AppContext, notices: StoredNotices | null) {
    this.#context = context;
    this.#notices = notices;
    notices?.onNotice((blueprintId, message) => {
      for (const scene of this.#open) if (scene.blueprintId === blueprintId) scene.peerEdits?.noteStored(message);
    });
    if (notices !== null) {
      this.#takeOverTimer = setInterval(() => {
        this.#takeOver();
        void this.#catchUp();
      }, takeOverEveryMs).unref();
    }
    this.#shares = new HistoryShares(context.clock);
    this.#openings = new OpeningWatch(openingMsMax, (document) =>
      context.log.error({ document }, "a scene opened too slowly"),
    );
  }

  /** Resolves once everything that any document received is on disk. */
  async flushAll(): Promise<void> {
    await Promise.all([...this.#open].map(({ writer }) => writer.settle()));
  }

  stop(): void {
    clearInterval(this.#takeOverTimer);
  }

  /** Stores what other servers passed on and have not stored: they may have been killed. */
  #takeOver(): void {
    for (const { peerEdits, writer } of this.#open) {
      // While nothing can be stored here, the others are only waiting, too.
      if (writer.failure === null) storeLate(peerEdits, writer, storedByPeersWithinMs);
    }
  }

  /**
   * Reads what other servers have stored and did not pass on: one that is killed right after storing an edit, or a Redis
   * that is away, leaves everybody else without it.
   */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || this.#open.size === 0) return;
    this.#isCatchingUp = true;
    try {
      const ids = [...this.#open].map(({ blueprintId }) => blueprintId);
      const last = await answerWithin(readingMsMax, readLastUpdateIds(this.#context, ids));
      for (const scene of this.#open) {
        if ((last.get(scene.blueprintId) ?? 0) > scene.throughUpdateId) await this.#readStored(scene);
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, "open scenes could not be compared with what is stored");
    } finally {
      this.#isCatchingUp = false;
    }
  }

  async #readStored(scene: OpenScene): Promise<void> {
    const { blueprintId, document, throughUpdateId } = scene;
    const stored = await answerWithin(readingMsMax, loadStoredScene(this.#context, blueprintId, throughUpdateId));
    if (!this.#open.has(scene)) return;
    applyStoredScene(document, stored, fromDatabase);
    scene.throughUpdateId = stored.throughUpdateId;
  }

  /**
   * Counts a frame before it is read. False when it is too much: its socket is closing, and later frames must not be
   * read either.
   */
  takeFrame(socket: WebSocket, actor: Actor, frame: Uint8Array, findDocument: (name: string) => Document | undefined) {
    const access = this.#accessOfSocket.get(socket);
    if (access === undefined) return this.#takeEarly(socket, frame);
    const question = readSyncRequest(frame);
    const document = question === null ? undefined : findDocument(question.documentName);
    const size = (document && this.#scenes.get(document)?.sizeBytes) ?? 0;
    const cost = question === null ? frame.byteLength : questionCostBytes + size / workBytesPerByteSent;
    return this.#takeRate(socket, actor, access, cost);
  }

  // Their budget is not known yet, and a user who has used it up has to wait rather than be disconnected.
  #takeEarly(socket: WebSocket, frame: Uint8Array): boolean {
    const bytes = (this.#earlyBytes.get(socket) ?? 0) + frame.byteLength;
    this.#earlyBytes.set(socket, bytes);
    if (bytes > earlyBytesMax) socket.pause();
    return true;
  }

  #takeRate(socket: WebSocket, { userId }: Actor, access: SceneAccess | null, bytes: number): boolean {
    if (this.#rate.take(userId, access, bytes)) return true;
    this.#context.log.warn({ userId }, "a person sent too much to the documents");
    socket.close(closeCodes.tooFast, "changes-too-fast");
    return false;
  }

  /** True for a frame that the library gets later, through `forward`. */
  holdBack(socket: WebSocket, frame: Uint8Array, forward: (frame: Uint8Array) => void): boolean {
    return this.#earlyAnswers.take(socket, frame, forward);
  }

  async onAuthenticate({ documentName, context, connectionConfig }: onAuthenticatePayload<CollaborationContext>) {
    const blueprintId = toBlueprintId(documentName);
    const access = blueprintId && (await this.#findAccess(context, blueprintId));
    if (!access) {
      closeAfterReply(context.socket, closeCodes.notFound, "not-found");
      // Without a message the library does not print it: a client that asks for a forbidden document is no server
      // error.
      throw { reason: "not-found" };
    }
    await this.#waitAtTheDoor(context, access);
    this.#openings.begin(context.socket, documentName);
    this.#accessOfSocket.set(context.socket, access);
    context.socket.resume();
    // Clients receive "readonly" unless they may edit everything; commenters get their rights in a separate message.
    connectionConfig.readOnly = access !== "edit";
    return { access, share: access === "comment" ? await this.#openShare(context, blueprintId) : null };
  }

  /** A client that was disconnected for sending too much and reconnects at once is served only after its pause. */
  async #waitAtTheDoor({ socket, actor }: CollaborationContext, access: SceneAccess): Promise<void> {
    const pauseMs = this.#rate.readPauseMs(actor.userId, access);
    if (pauseMs === 0) return;
    socket.pause();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs).unref();
      socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (socket.readyState !== socket.OPEN) throw { reason: "service-unavailable" };
  }

  async #openShare({ actor, socket }: CollaborationContext, blueprintId: BlueprintId): Promise<HistoryShare> {
    try {
      const { teamId, bytes } = await readHistoryShare(this.#context, blueprintId, actor.userId);
      return this.#shares.open(teamId, actor.userId, bytes);
    } catch (error) {
      this.#context.log.error({ err: error, blueprintId }, "a person's share of the history could not be read");
      closeAfterReply(socket, tryAgainLater, "service-unavailable");
      throw { reason: "service-unavailable" };
    }
  }

  #recordConnection({ userId }: Actor, documentName: string): void {
    const blueprintId = toBlueprintId(documentName);
    if (blueprintId === null) return;
    recordUse(this.#context.db, this.#context, { kind: "connection", userId, blueprintId }).catch((error: unknown) =>
      this.#context.log.error({ err: error, blueprintId }, "a connection could not be noted in its person's profile"),
    );
  }

  async #findAccess({ actor, socket }: CollaborationContext, blueprintId: BlueprintId): Promise<SceneAccess | null> {
    try {
      return await findSceneAccess(this.#context, actor, blueprintId);
    } catch (error) {
      this.#context.log.error({ err: error, blueprintId }, "a person's rights in a scene could not be read");
      closeAfterReply(socket, tryAgainLater, "service-unavailable");
      throw { reason: "service-unavailable" };
    }
  }

  async onLoadDocument({
    document,
    documentName,
    context,
  }: onLoadDocumentPayload<CollaborationContext>): Promise<void> {
    const blueprintId = toBlueprintId(documentName) as BlueprintId;
    const { socket } = context;
    try {
      const stored = await answerWithin(readingMsMax, loadStoredScene(this.#context, blueprintId));
      await this.#earlyAnswers.answer(socket, documentName, stored);
      applyStoredScene(document, stored);
      // Must run before the document gets a version or any other content that is not on disk.
      this.#earlyAnswers.settle(socket, document);
      this.#openScene(document, blueprintId, stored.throughUpdateId, {
        updateCount: stored.updates.length,
        editCount: stored.editCount,
        updateBytes: stored.updates.reduce((sum, update) => sum + update.byteLength, 0),
        snapshotBytes: stored.snapshot?.byteLength ?? 0,
      });
    } catch (error) {
      this.#context.log.error({ err: error, blueprintId }, "a scene could not be loaded");
      // This includes clients that wait for the same read.
      this.#openings.fail(documentName);
      throw { reason: "service-unavailable" };
    }
  }

  async connected({
    connection,
    documentName,
    instance,
    context,
  }: connectedPayload<CollaborationContext>): Promise<void> {
    const { document } = connection;
    const scene = this.#scenes.get(document);
    if (scene === undefined || instance.documents.get(documentName) !== document) {
      // The document was unloaded between being found and being joined: nothing written here would be stored.
      context.socket.close(tryAgainLater, "service-unavailable");
      return;
    }
    this.#earlyAnswers.settle(context.socket, document);
    this.#recordConnection(context.actor, documentName);
    const { access } = connection.context;
    if (isSceneTooNew(document)) this.#holdReadOnly(connection);
    tell(connection, { type: "rights", may: this.#held.has(connection) || access === null ? "read" : access });
    void this.#describeDurable(document, scene)
      .then((message) => {
        tell(connection, message);
        if (scene.writer.failure !== null) tell(connection, scene.writer.failure);
        this.#openings.end(context.socket, documentName);
      })
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, "a connection could not be told what is saved");
        context.socket.close(tryAgainLater);
      });
  }

  async beforeSync({ connection, document, type, payload }: beforeSyncPayload<CollaborationContext>): Promise<void> {
    if (type === syncStep1) return;
    const scene = this.#scenes.get(document);
    if (scene === undefined) return;
    const { access, actor, socket } = connection.context;
    if (access === "read" || access === null || this.#held.has(connection)) {
      if (!isUpdate(payload)) this.#refuse(connection, "malformed update");
      else this.#takeRate(socket, actor, access, idleFrameCostBytes);
      return;
    }
    connection.readOnly = false;
    // No await may come between the verdict and the update: the gate's copy and the document change together. The
    // library applies the same update again, which changes nothing.
    const verdict = this.#admit(connection, scene.gate, payload);
    if (verdict.outcome === "admitted") Y.applyUpdate(document, payload, { source: "connection", connection });
    else if (verdict.outcome === "refused") this.#refuse(connection, verdict.reason);
    else if (verdict.outcome === "no-room") this.#skipForLack(connection, verdict.of);
    else if (verdict.outcome === "not-permitted") this.#takeWhatIsTheirs(connection, document, scene.gate, payload);
    else this.#skipAndSync(connection, document);
  }

  #admit(connection: SceneConnection, gate: IdleGate, update: Uint8Array): GateVerdict {
    const { access, actor, share, socket } = connection.context;
    if (access !== "edit" && access !== "comment") return { outcome: "not-permitted" };
    if (share?.spend(update.byteLength) === false) return { outcome: "no-room", of: "history-share-used" };
    const verdict = gate.admit(update, { may: access, userId: actor.userId });
    if (verdict.outcome !== "admitted") share?.spend(-update.byteLength);
    const workBytes = gate.takeWorkBytes();
    if (workBytes > 0) this.#takeRate(socket, actor, access, workBytes / workBytesPerByteSent);
    return verdict;
  }

  async afterHandleMessage({ connection }: { connection: SceneConnection }): Promise<void> {
    if (this.#skipping.delete(connection)) connection.readOnly = false;
  }

  async beforeHandleAwareness(payload: beforeHandleAwarenessPayload<CollaborationContext>): Promise<void> {
    const { connection, document, states } = payload;
    if (connection === undefined) return;
    const { actor } = connection.context;
    for (const [clientId, state] of states) {
      const presence = presenceSchema.safeParse(state);
      if (!presence.success || isAnotherPersons(document, clientId, actor)) {
        states.delete(clientId);
        continue;
      }
      // Clients cannot choose the name that others see.
      const user = { id: actor.userId, name: actor.name };
      for (const key of Object.keys(state)) delete state[key];
      Object.assign(state, presence.data, { user });
    }
  }

  async beforeUnloadDocument({ document }: beforeUnloadDocumentPayload): Promise<void> {
    const scene = this.#scenes.get(document);
    if (scene === undefined) return;
    await scene.writer.settle();
    if (this.#context.config.redisUrl !== undefined) await this.#storeOrphans(document, scene);
  }

  /** A killed server may have sent its peers what it had not stored yet; the last peer to hold it stores it. */
  async #storeOrphans(document: Document, { blueprintId, writer }: OpenScene): Promise<void> {
    const onDisk = new Y.Doc();
    try {
      applyStoredScene(onDisk, await loadStoredScene(this.#context, blueprintId));
      if (Y.equalSnapshots(Y.snapshot(document), Y.snapshot(onDisk))) return;
      const update = Y.encodeStateAsUpdate(document, Y.encodeStateVector(onDisk));
      writer.enqueue({ update, authorId: null, isFromShare: false });
      await writer.settle();
    } catch (error) {
      this.#context.log.error({ err: error, blueprintId }, "a scene could not be compared with what is stored");
    } finally {
      onDisk.destroy();
    }
  }

  #openScene(document: Document, blueprintId: BlueprintId, throughUpdateId: number, age: SnapshotAge): void {
    const broadcast = (message: CollaborationMessage) => {
      // No client may learn that something is saved before it has it.
      document.flush();
      document.broadcastStateless(JSON.stringify(message));
    };
    const writer = new SceneWriter(this.#context, blueprintId, age, {
      onDurable: (message) => {
        broadcast(message);
        this.#notices?.announce(blueprintId, message);
      },
      onFailed: broadcast,
      onGone: () => {
        for (const connection of document.getConnections()) {
          (connection.context as CollaborationContext).socket.close(closeCodes.notFound, "not-found");
        }
      },
    });
    const gate = new IdleGate(() => Y.encodeStateAsUpdate(document), gateIdleMsMax);
    const peerEdits = this.#notices === null ? null : new PeerEdits(this.#context.clock);
    const sizeBytes = age.snapshotBytes + age.updateBytes;
    const scene: OpenScene = { blueprintId, document, throughUpdateId, peerEdits, gate, writer, sizeBytes };
    this.#scenes.set(document, scene);
    this.#open.add(scene);
    document.on("update", (update: Uint8Array, origin: unknown) => {
      const source = isTransactionOrigin(origin) ? origin.source : "local";
      if (source !== "connection") gate.follow(update);
      if (origin === fromDatabase) return;
      // The server that first receives a change stores it; its peers only show it.
      if (source === "redis") {
        peerEdits?.hold(update);
        return;
      }
      // A change may build on what a killed server passed on: without that, it could not be read.
      storeLate(peerEdits, writer, seemsLostAfterMs);
      writer.enqueue({ update, ...readAuthor(origin) });
    });
    document.on("destroy", () => {
      gate.close();
      this.#open.delete(scene);
    });
    prepareScene(document);
  }

  async #describeDurable(document: Document, { blueprintId, writer }: OpenScene): Promise<DurableMessage> {
    const message = describeDocument(document);
    const isAlone = this.#context.config.redisUrl === undefined;
    if (isAlone && (await isDoneWithin(flushMsMax, writer.flush()))) return message;
    // A peer may still be writing what is in memory here, or the disk may be full: only the database knows.
    const doc = new Y.Doc();
    try {
      applyStoredScene(doc, await answerWithin(readingMsMax, loadStoredScene(this.#context, blueprintId)));
      return describeDocument(doc);
    } finally {
      doc.destroy();
    }
  }

  #refuse(connection: SceneConnection, reason: string): void {
    const { actor, socket } = connection.context;
    this.#context.log.warn(
      { userId: actor.userId, document: connection.document.name, reason },
      "an update was refused",
    );
    // Read-only from here on: the library must apply neither this frame nor any that is already on its way.
    if (!this.#held.has(connection)) this.#rate.take(actor.userId, connection.context.access, refusalCostBytes);
    this.#holdReadOnly(connection);
    socket.close(closeCodes.updateRefused, "document-update-refused");
  }

  // Users may not submit others' comments, not even ones that a killed server lost: their author resends them.
  #takeWhatIsTheirs(connection: SceneConnection, document: Document, gate: IdleGate, update: Uint8Array): void {
    const { actor } = connection.context;
    const theirs = this.#countStray(connection) ? withoutCommentsOfOthers(update, actor.userId) : null;
    if (theirs === null || this.#admit(connection, gate, theirs).outcome !== "admitted") {
      this.#skipForbidden(connection, update);
      return;
    }
    Y.applyUpdate(document, theirs, { source: "connection", connection });
    this.#skipFrame(connection);
  }

  // The connection stays open: its user keeps reading, and their unsent work stays with them.
  #skipForLack(connection: SceneConnection, of: NoRoom): void {
    this.#context.log.info(
      { userId: connection.context.actor.userId, document: connection.document.name, of },
      "an update found no room",
    );
    this.#holdReadOnly(connection);
    tell(connection, { type: "rights", may: "read", because: of });
  }

  // A user who lost the right to edit while offline is no attacker: their work stays with them, unsent.
  #skipForbidden(connection: SceneConnection, update: Uint8Array): void {
    if (Y.parseUpdateMeta(update).to.size === 0 && (this.#strays.get(connection) ?? 0) <= straysMax) {
      this.#skipFrame(connection);
      return;
    }
    // All their later edits would build on the refused one.
    this.#holdReadOnly(connection);
    tell(connection, { type: "rights", may: "read" });
  }

  /** False when there were more strays than an honest browser sends. */
  #countStray(connection: SceneConnection): boolean {
    const strays = (this.#strays.get(connection) ?? 0) + 1;
    this.#strays.set(connection, strays);
    return strays <= straysMax;
  }

  #skipFrame(connection: SceneConnection): void {
    connection.readOnly = true;
    this.#skipping.add(connection);
  }

  #holdReadOnly(connection: SceneConnection): void {
    connection.readOnly = true;
    this.#held.add(connection);
  }

  #skipAndSync(connection: SceneConnection, document: Document): void {
    this.#skipFrame(connection);
    const message = new OutgoingMessage(connection.messageAddress).createSyncMessage().writeFirstSyncStepFor(document);
    connection.send(message.toUint8Array());
  }
}

function storeLate(peerEdits: PeerEdits | null, writer: SceneWriter, olderThanMs: number): void {
  for (const update of peerEdits?.takeOlderThan(olderThanMs) ?? [])
    writer.enqueue({ update, authorId: null, isFromShare: false });
}

async function isDoneWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  return await answerWithin(
    milliseconds,
    work.then(() => true),
  ).catch(() => false);
}

function tell(connection: SceneConnection, message: CollaborationMessage): void {
  connection.sendStateless(JSON.stringify(message));
}

function isUpdate(payload: Uint8Array): boolean {
  try {
    Y.decodeUpdate(payload);
    return true;
  } catch {
    return false;
  }
}

function readAuthor(origin: unknown): { authorId: UserId | null; isFromShare: boolean } {
  if (!isTransactionOrigin(origin) || origin.source !== "connection") return { authorId: null, isFromShare: false };
  const { actor, share } = origin.connection.context as CollaborationContext;
  return { authorId: actor.userId, isFromShare: share !== null };
}

// After a reconnect the broken connection briefly still counts as the old one: the same user may take it over.
function isAnotherPersons(document: Document, clientId: number, actor: Actor): boolean {
  return document
    .getConnections()
    .some(
      (other) =>
        document.getClients(other).has(clientId) &&
        (other.context as CollaborationContext).actor.userId !== actor.userId,
    );
}

// The library sends its refusal first; the code is for clients that read no messages.
function closeAfterReply(socket: WebSocket, code: number, reason: string): void {
  setImmediate(() => socket.close(code, reason));
}
