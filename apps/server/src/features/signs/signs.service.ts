import type { EndpointRequest, EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId, SignId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import {
  type changeSign as changeSignEndpoint,
  type listSigns as listSignsEndpoint,
  type NewSign,
  type ReplacementReason,
  type Sign,
  type SignEvent,
  type SignFilter,
  type SignState,
  signFilters,
} from "@blueprint/contract/signs";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import {
  awaitFirstUse,
  changeLink,
  findReach,
  insertLink,
  type LinkReach,
  requireTargets,
  toShortLink,
  toState,
} from "../short-links/short-links.service.ts";
import { toPhoto, toSignFileUrl, toSignFolder } from "./sign-files.service.ts";
import {
  countByFilter,
  countRows,
  findLastNumber,
  findRow,
  insertEvents,
  insertSigns,
  listEvents,
  listForPrint,
  listRows,
  type SignAndLink,
  type SignRow,
  updateSigns,
} from "./signs.repository.ts";

/** Signs by number. */
export async function listSigns(
  context: AppContext,
  scope: BlueprintScope,
  { filter, search, cursor, limit }: { filter: SignFilter; search: string; cursor: number; limit: number },
): Promise<EndpointResponse<typeof listSignsEndpoint>> {
  const now = context.clock.now();
  const of = { filter, search, now };
  const rows = await listRows(context.db, scope, { ...of, after: cursor, limit });
  const counts = await countByFilter(context.db, scope, signFilters, now);
  const shown = rows.slice(0, limit);
  const reach = await findReach(context, scope);
  return {
    signs: shown.map((row) => toSign(context, row, reach)),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.sign.number) : null,
    total: search.trim() === "" ? counts[filter] : await countRows(context.db, scope, of),
    counts,
  };
}

/** Adds all signs or none. @throws AppError invalid-input (no such target), signs-too-many */
export async function addSigns(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  added: readonly NewSign[],
): Promise<Sign[]> {
  const { blueprintId, teamId } = scope;
  const { clock, ids } = context;
  const reach = await findReach(context, scope);
  await requireTargets(
    context,
    blueprintId,
    added.map(({ target }) => target),
    reach,
  );
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, blueprintId);
    const last = await findLastNumber(tx, scope);
    if (last + added.length > limits.signsPerBlueprintMax) throw new AppError("signs-too-many");
    const rows: SignAndLink[] = [];
    for (const [index, { spot, target, title, line, storey, anchorId }] of added.entries()) {
      const link = await insertLink(tx, context, actor, blueprintId, { target, label: spot, expiresAt: null });
      const own: SignRow = {
        ...{ id: ids.uuid(), blueprintId, shortLinkId: link.id, number: last + index + 1 },
        ...{ title, line, storey, anchorId, photoKey: null, sheetMadeAt: null, createdAt: clock.now() },
      };
      rows.push({ sign: own, link });
    }
    await insertSigns(
      tx,
      rows.map(({ sign }) => sign),
    );
    await noteEvents(tx, context, rows, { kind: "added", userId: actor.userId });
    await recordEvent(tx, context, {
      ...{ actor, teamId, type: "sign.added", subject: { id: blueprintId, name: blueprint.name } },
      facts: { count: rows.length },
    });
    return rows.map((row) => toSign(context, row, reach));
  });
}

/** @throws AppError not-found, invalid-input (no such target) */
export async function changeSign(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: SignId,
  { spot, target, retired, ...change }: EndpointRequest<typeof changeSignEndpoint>["body"],
): Promise<Sign> {
  const reach = await findReach(context, scope);
  if (target !== undefined) await requireTargets(context, scope.blueprintId, [target], reach);
  return await changeLocked(context, actor, scope, id, reach, async (tx, { link }) => {
    await changeLink(tx, context, scope, link.id, { target, label: spot, retired });
    await updateSigns(tx, [id], withoutMissing(change));
    return { type: "sign.changed" };
  });
}

/** Marks a sign for a new copy with the same code, or as not hung yet. @throws AppError not-found */
export async function replaceSign(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: SignId,
  { reason, note }: { reason: ReplacementReason; note: string },
): Promise<Sign> {
  const reach = await findReach(context, scope);
  const now = context.clock.now();
  return await changeLocked(context, actor, scope, id, reach, async (tx, row) => {
    const { sign, link } = row;
    const isPrinted = reason === "not-hung" && sign.sheetMadeAt !== null;
    const hungAt = toHungAt(row);
    if (hungAt !== null) await noteEvents(tx, context, [row], { kind: "hung", userId: null, at: hungAt });
    await noteEvents(tx, context, [row], { kind: "replaced", userId: actor.userId, reason, note });
    await awaitFirstUse(tx, [link.id], isPrinted ? now : null);
    if (!isPrinted) await updateSigns(tx, [id], { sheetMadeAt: null });
    return { type: "sign.replaced", because: reason };
  });
}

export async function putSignPhoto(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: SignId,
  bytes: Uint8Array,
): Promise<Sign> {
  const key = `${toSignFolder(scope.blueprintId)}${context.ids.uuid()}.webp`;
  const photo = await toPhoto(bytes);
  // The bytes are stored first: what the database refers to always exists.
  await context.storage.putBytes(key, photo, { contentType: "image/webp" });
  try {
    return await changePhoto(context, actor, scope, id, key);
  } catch (error) {
    await context.storage.delete(key);
    throw error;
  }
}

/** @throws AppError not-found */
export async function changePhoto(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: SignId,
  photoKey: string | null,
): Promise<Sign> {
  const reach = await findReach(context, scope);
  return await changeLocked(context, actor, scope, id, reach, async (tx, { sign }) => {
    await updateSigns(tx, [id], { photoKey });
    if (sign.photoKey !== null) await context.jobs.enqueue(tx, "remove-stored-bytes", { storageKey: sign.photoKey });
    return { type: "sign.changed" };
  });
}

/** Newest first. @throws AppError not-found */
export async function getSignHistory(context: AppContext, scope: BlueprintScope, id: SignId): Promise<SignEvent[]> {
  const row = await findRow(context.db, scope, id);
  if (row === null) throw new AppError("not-found");
  const events = (await listEvents(context.db, id)).map((event) => ({ ...event, at: event.at.toISOString() }));
  const hungAt = toHungAt(row)?.toISOString();
  if (hungAt === undefined) return events;
  const hung: SignEvent = { kind: "hung", at: hungAt, by: null, reason: null, note: "" };
  return [hung, ...events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Notes that a sheet was made of signs: their next first scan shows that they hang. Those that hang already stay so. */
export async function noteSheets(
  tx: Tx,
  context: AppContext,
  { blueprintId, signIds, userId }: { blueprintId: BlueprintId; signIds: readonly string[]; userId: string | null },
): Promise<void> {
  const now = context.clock.now();
  const rows = await listForPrint(tx, blueprintId, signIds, now);
  const fresh = rows.filter(({ sign }) => sign.sheetMadeAt === null);
  await noteEvents(tx, context, rows, { kind: "sheet-made", userId });
  await awaitFirstUse(
    tx,
    fresh.map(({ link }) => link.id),
    now,
  );
  await updateSigns(
    tx,
    rows.map(({ sign }) => sign.id),
    { sheetMadeAt: now },
  );
}

type SignEventFact = { type: "sign.changed" } | { type: "sign.replaced"; because: string };

async function changeLocked(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: SignId,
  reach: LinkReach,
  change: (tx: Tx, row: SignAndLink) => Promise<SignEventFact>,
): Promise<Sign> {
  const { blueprintId, teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, blueprintId);
    const before = await findRow(tx, scope, id);
    if (before === null) throw new AppError("not-found");
    const fact = await change(tx, before);
    const row = await findRow(tx, scope, id);
    if (row === null) throw new AppError("not-found");
    const what = { sign: row.sign.number, spot: row.link.label };
    const event = { actor, teamId, subject: { id: blueprintId, name: blueprint.name } };
    if (fact.type === "sign.changed") await recordEvent(tx, context, { ...event, type: fact.type, facts: what });
    else await recordEvent(tx, context, { ...event, type: fact.type, facts: { ...what, because: fact.because } });
    return toSign(context, row, reach);
  });
}

async function noteEvents(
  tx: Tx,
  { clock, ids }: AppContext,
  rows: readonly SignAndLink[],
  event: {
    kind: SignEvent["kind"];
    userId: string | null;
    at?: Date;
    reason?: ReplacementReason;
    note?: string;
  },
): Promise<void> {
  const at = event.at ?? clock.now();
  await insertEvents(
    tx,
    rows.map(({ sign }) => ({ ...event, id: ids.uuid(), signId: sign.id, at })),
  );
}

function withoutMissing<Change extends object>(
  change: Change,
): { [Key in keyof Change]: Exclude<Change[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}

/** First scan since the last sheet. */
function toHungAt({ sign, link }: SignAndLink): Date | null {
  return sign.sheetMadeAt === null ? null : link.arrivedAt;
}

function toSignState(row: SignAndLink, now: Date): SignState {
  if (toState(row.link, now) !== "active") return "retired";
  if (row.sign.sheetMadeAt === null) return "to-print";
  return toHungAt(row) === null ? "to-hang" : "hung";
}

function toSign(context: AppContext, row: SignAndLink, reach: LinkReach): Sign {
  const { sign, link } = row;
  const { id, number, title, line, storey, anchorId, photoKey, sheetMadeAt, createdAt } = sign;
  return {
    ...{ id: id as SignId, number, title, line, storey, anchorId },
    link: toShortLink(context, link, reach),
    state: toSignState(row, context.clock.now()),
    sheetMadeAt: sheetMadeAt?.toISOString() ?? null,
    hungAt: toHungAt(row)?.toISOString() ?? null,
    photoUrl: photoKey === null ? null : toSignFileUrl(context, photoKey),
    createdAt: createdAt.toISOString(),
  };
}
