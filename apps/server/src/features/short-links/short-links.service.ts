import { randomInt } from "node:crypto";
import type { BlueprintId, ShortLinkId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { PublishedScene } from "@blueprint/contract/published";
import { shortCodeAlphabet, shortCodeCharacters, toShortCode } from "@blueprint/contract/short-code";
import type { LinkTarget, ShortLink, ShortLinkState, ShortLinkTarget } from "@blueprint/contract/short-links";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { findServedById, isForVisitors, requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import { findServedVersion } from "../publishing/publishing.service.ts";
import { readScene } from "../scene/scene.service.ts";
import { type ConfirmedDomains, isOfDomains, listConfirmedDomains } from "../web-domains/web-domains.service.ts";
import {
  countRows,
  findByCode,
  insertRow,
  listNames,
  listRows,
  lockRow,
  markAwaited,
  type ShortLinkChange,
  type ShortLinkRow,
  updateLockedRow,
} from "./short-links.repository.ts";

/** Taken codes are rare: even with a million links, one of 3,400. */
const codeTriesMax = 10;

export async function listShortLinks(context: AppContext, scope: BlueprintScope): Promise<ShortLink[]> {
  const rows = await listRows(context.db, scope);
  if (rows.length === 0) return [];
  const reach = await findReach(context, scope);
  return rows.map((row) => toShortLink(context, row, reach));
}

/** What links can open besides the place itself. */
export async function listLinkTargets(context: AppContext, { blueprintId }: BlueprintScope): Promise<LinkTarget[]> {
  const { tours, views, anchors } = await readScene(context, blueprintId);
  return [
    ...tours.map(({ id, name }): LinkTarget => ({ kind: "tour", value: id, name })),
    ...views.map(({ id, name }): LinkTarget => ({ kind: "view", value: id, name })),
    ...anchors.map(({ id, title }): LinkTarget => ({ kind: "anchor", value: id, name: title })),
  ];
}

/** The link of a place with this code; null for codes of other places. Unscoped on purpose: a visit of the place names it. */
export async function findLinkOfPlace(tx: Tx, blueprintId: BlueprintId, code: string): Promise<string | null> {
  const link = await findByCode(tx, code);
  return link !== null && link.blueprintId === blueprintId ? link.id : null;
}

/** Names of a place's links: their labels, or codes. */
export async function nameShortLinks(tx: Tx, scope: BlueprintScope): Promise<ReadonlyMap<string, string>> {
  return new Map((await listNames(tx, scope)).map(({ id, label, code }) => [id, label === "" ? code : label]));
}

interface NewShortLink {
  target: ShortLinkTarget;
  label: string;
  expiresAt: string | null;
}

/** @throws AppError invalid-input (no such target), short-links-too-many */
export async function createShortLink(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { target, label, expiresAt }: NewShortLink,
): Promise<ShortLink> {
  const { blueprintId } = scope;
  const reach = await findReach(context, scope);
  await requireTargets(context, blueprintId, [target], reach);
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, blueprintId);
    if ((await countRows(tx, scope)) >= limits.shortLinksPerBlueprintMax) throw new AppError("short-links-too-many");
    const row = await insertLink(tx, context, actor, blueprintId, { target, label, expiresAt });
    await recordEvent(tx, context, {
      actor,
      teamId: scope.teamId,
      type: "short-link.created",
      subject: { id: blueprintId, name: blueprint.name },
      facts: toFacts(row),
    });
    return toShortLink(context, row, reach);
  });
}

/** Creates a link. The caller holds the blueprint's row lock, has checked the target, and records the event. */
export async function insertLink(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  blueprintId: BlueprintId,
  { target, label, expiresAt }: NewShortLink,
): Promise<ShortLinkRow> {
  return await insertWithNewCode(tx, {
    id: context.ids.uuid(),
    blueprintId,
    label,
    ...toColumns(target),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    createdBy: actor.userId,
    createdAt: context.clock.now(),
  });
}

export interface ShortLinkChanges {
  target?: ShortLinkTarget | undefined;
  label?: string | undefined;
  expiresAt?: string | null | undefined;
  retired?: { message: string } | null | undefined;
}

/** @throws AppError not-found, invalid-input (no such target) */
export async function changeShortLink(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  id: ShortLinkId,
  changes: ShortLinkChanges,
): Promise<ShortLink> {
  const { blueprintId } = scope;
  const reach = await findReach(context, scope);
  if (changes.target !== undefined) await requireTargets(context, blueprintId, [changes.target], reach);
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, blueprintId);
    const { before, row } = await changeLink(tx, context, scope, id, changes);
    if (row === before) return toShortLink(context, row, reach);
    await recordEvent(tx, context, {
      actor,
      teamId: scope.teamId,
      type: toEventType(before, row),
      subject: { id: blueprintId, name: blueprint.name },
      facts: toFacts(row),
    });
    return toShortLink(context, row, reach);
  });
}

/**
 * Changes a link. The caller holds the blueprint's row lock, has checked the target, and records the event.
 * @returns the same row twice if nothing is to be changed
 * @throws AppError not-found
 */
export async function changeLink(
  tx: Tx,
  { clock }: AppContext,
  scope: BlueprintScope,
  id: string,
  { target, label, expiresAt, retired }: ShortLinkChanges,
): Promise<{ before: ShortLinkRow; row: ShortLinkRow }> {
  const before = await lockRow(tx, scope, id);
  if (before === null) throw new AppError("not-found");
  const change: ShortLinkChange = {
    ...(target === undefined ? {} : { ...toColumns(target), brokenSince: null }),
    ...(label === undefined ? {} : { label }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(retired === undefined ? {} : toRetirement(before, retired, clock.now())),
  };
  const isSame = Object.keys(change).length === 0;
  return { before, row: isSame ? before : await updateLockedRow(tx, id, change) };
}

/** Waits for the first use of links from now on (null: no more). The caller holds the blueprint's row lock. */
export async function awaitFirstUse(tx: Tx, ids: readonly string[], since: Date | null): Promise<void> {
  await markAwaited(tx, ids, since);
}

/** A link that is retired again keeps its first time. */
function toRetirement(before: ShortLinkRow, retired: { message: string } | null, now: Date): ShortLinkChange {
  if (retired === null) return { retiredAt: null, retiredMessage: "" };
  return { retiredAt: before.retiredAt ?? now, retiredMessage: retired.message };
}

function toEventType(before: ShortLinkRow, { retiredAt }: ShortLinkRow) {
  if ((before.retiredAt === null) === (retiredAt === null)) return "short-link.changed";
  return retiredAt === null ? "short-link.restored" : "short-link.retired";
}

function toFacts({ code, label, ...row }: ShortLinkRow) {
  const target = toTarget(row);
  return { code, label, target: target.kind === "place" ? "place" : `${target.kind} ${target.value}` };
}

async function insertWithNewCode(tx: Tx, link: Omit<Parameters<typeof insertRow>[1], "code">): Promise<ShortLinkRow> {
  for (let tries = 0; tries < codeTriesMax; tries++) {
    const row = await insertRow(tx, { ...link, code: drawCode() });
    if (row !== null) return row;
  }
  throw new Error("Every code that was drawn is taken.");
}

function drawCode(): string {
  const draw = () => shortCodeAlphabet[randomInt(shortCodeAlphabet.length)];
  return toShortCode(Array.from({ length: shortCodeCharacters - 1 }, draw).join(""));
}

/** What the published version shows visitors; null while they can't open it. */
export async function findVisitorScene(context: AppContext, id: BlueprintId): Promise<PublishedScene | null> {
  const served = await findServedById(context.db, id, context.clock.now());
  if (served === null || !isForVisitors(served)) return null;
  return (await findServedVersion(context, served, "visitor"))?.scene ?? null;
}

/** What links of a blueprint can reach now. */
export interface LinkReach {
  /** What the published version shows visitors; null while they can't open it. */
  readonly scene: PublishedScene | null;
  readonly domains: ConfirmedDomains;
}

export async function findReach(context: AppContext, { blueprintId, teamId }: BlueprintScope): Promise<LinkReach> {
  const scene = await findVisitorScene(context, blueprintId);
  return { scene, domains: await listConfirmedDomains(context.db, teamId) };
}

/**
 * A link may lead to what isn't published yet, or only in the published version any more.
 * @throws AppError invalid-input when the blueprint has no such thing in either
 */
export async function requireTargets(
  context: AppContext,
  blueprintId: BlueprintId,
  targets: readonly ShortLinkTarget[],
  { scene, domains }: LinkReach,
): Promise<void> {
  for (const target of targets)
    if (target.kind === "outside" && !isOfDomains(target.value, domains))
      throw new AppError("invalid-input", { fields: { target: targetProblems.outside } });
  const isUnknown = (target: ShortLinkTarget) => !isOfScene(target) || scene === null || !hasTarget(scene, target);
  const rest = targets
    .filter((target) => target.kind !== "place" && target.kind !== "outside" && !isWellFormed(target))
    .filter(isUnknown);
  if (rest.length === 0) return;
  const draft = await readScene(context, blueprintId);
  for (const target of rest)
    if (target.kind !== "place" && !(isOfScene(target) && hasTarget(draft, target)))
      throw new AppError("invalid-input", { fields: { target: targetProblems[target.kind] } });
}

const targetProblems = {
  anchor: "This blueprint has no such anchor.",
  view: "This blueprint has no such view.",
  tour: "This blueprint has no such tour.",
  storey: "A storey is a whole number: 0 is the lowest.",
  camera: "This isn't a camera position from a place's address.",
  outside: "Confirm this web domain in the team's settings first.",
} as const;

/** A camera stands anywhere, and storeys come from the scans: only how they are written can be wrong. */
function isWellFormed({ kind, value }: Exclude<ShortLinkTarget, { kind: "place" | "outside" }>): boolean {
  if (kind === "storey") return /^\d{1,3}$/.test(value);
  return kind === "camera" && /^(orbit|walk|fly|look)(,-?\d+(\.\d+)?){6}(;|$)/.test(value);
}

type SceneTarget = ShortLinkTarget & { kind: "anchor" | "view" | "tour" };

function isOfScene(target: ShortLinkTarget): target is SceneTarget {
  return target.kind === "anchor" || target.kind === "view" || target.kind === "tour";
}

interface TargetScene {
  readonly anchors: readonly { readonly id: string }[];
  readonly views?: TargetScene["anchors"] | undefined;
  readonly tours?: TargetScene["anchors"] | undefined;
}

/** Whether a scene has what a link opens, as far as a scene can lack it. */
export function hasTarget({ anchors, views = [], tours = [] }: TargetScene, target: ShortLinkTarget): boolean {
  if (!isOfScene(target)) return true;
  const things = { anchor: anchors, view: views, tour: tours }[target.kind];
  return things.some(({ id }) => id === target.value);
}

export function toTarget({
  targetKind,
  targetValue,
}: Pick<ShortLinkRow, "targetKind" | "targetValue">): ShortLinkTarget {
  return targetKind === "place" ? { kind: targetKind } : { kind: targetKind, value: targetValue };
}

function toColumns(target: ShortLinkTarget): Pick<ShortLinkRow, "targetKind" | "targetValue"> {
  return { targetKind: target.kind, targetValue: target.kind === "place" ? "" : target.value };
}

export function toState(
  { expiresAt, retiredAt }: Pick<ShortLinkRow, "expiresAt" | "retiredAt">,
  now: Date,
): ShortLinkState {
  if (retiredAt !== null) return "retired";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

export function toShortLink({ clock }: AppContext, row: ShortLinkRow, reach: LinkReach): ShortLink {
  const target = toTarget(row);
  const state = toState(row, clock.now());
  const problem = findProblem(target, reach);
  return {
    id: row.id as ShortLinkId,
    code: row.code,
    label: row.label,
    target,
    state,
    problem: state === "active" ? problem : null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    retiredMessage: row.retiredMessage,
    useCount: row.useCount,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function findProblem(target: ShortLinkTarget, { scene, domains }: LinkReach): ShortLink["problem"] {
  if (target.kind === "outside") return isOfDomains(target.value, domains) ? null : "domain-unconfirmed";
  if (scene === null) return "place-closed";
  return hasTarget(scene, target) ? null : "target-missing";
}
