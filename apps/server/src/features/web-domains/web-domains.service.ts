import type { TeamId, WebDomainId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { WebDomain } from "@blueprint/contract/web-domains";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { proveDomain } from "../../platform/outbound/prove-domain.ts";
import { readWebDomain } from "../../platform/outbound/web-domain.ts";
import { lockTeam } from "../teams/teams.service.ts";
import {
  confirmRow,
  deleteRow,
  findRow,
  insertRow,
  listConfirmed,
  listRows,
  type WebDomainRow,
} from "./web-domains.repository.ts";

export async function listWebDomains({ db }: AppContext, scope: TeamScope): Promise<WebDomain[]> {
  return (await listRows(db, scope)).map(toWebDomain);
}

/** @throws AppError invalid-input (no domain of the public web), web-domains-too-many */
export async function addWebDomain(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  typed: string,
): Promise<WebDomain> {
  const { db, clock, ids } = context;
  const domain = readWebDomain(typed);
  if (domain === null)
    throw new AppError("invalid-input", {
      fields: { domain: "Write a domain of the public web, such as example.com." },
    });
  return await db.transaction(async (tx) => {
    await lockTeam(tx, scope);
    const rows = await listRows(tx, scope);
    const known = rows.find((row) => row.domain === domain);
    if (known !== undefined) return toWebDomain(known);
    if (rows.length >= limits.webDomainsPerTeamMax) throw new AppError("web-domains-too-many");
    const row: WebDomainRow = {
      ...{ id: ids.uuid(), teamId: scope.teamId, domain, token: ids.token(), method: null, confirmedAt: null },
      ...{ createdBy: actor.userId, createdAt: clock.now() },
    };
    await insertRow(tx, row);
    await record(tx, context, actor, scope, row, { type: "web-domain.added", facts: {} });
    return toWebDomain(row);
  });
}

/** @throws AppError not-found, web-domain-unproven; a domain that was confirmed before stays so */
export async function confirmWebDomain(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  id: WebDomainId,
): Promise<WebDomain> {
  const { db, clock } = context;
  const row = await findRow(db, scope, id);
  if (row === null) throw new AppError("not-found");
  const method = await proveDomain(context, row.domain, row.token);
  if (method === null) throw new AppError("web-domain-unproven");
  return await db.transaction(async (tx) => {
    const confirmed = await confirmRow(tx, scope, id, { method, confirmedAt: row.confirmedAt ?? clock.now() });
    if (confirmed === null) throw new AppError("not-found");
    await record(tx, context, actor, scope, row, { type: "web-domain.confirmed", facts: { method } });
    return toWebDomain(confirmed);
  });
}

/** @throws AppError not-found */
export async function removeWebDomain(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  id: WebDomainId,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await deleteRow(tx, scope, id);
    if (row === null) throw new AppError("not-found");
    await record(tx, context, actor, scope, row, { type: "web-domain.removed", facts: {} });
  });
}

/** Domains that a team confirmed. Unscoped on purpose: a short link of the team leads there, whoever follows it. */
export type ConfirmedDomains = readonly Pick<WebDomainRow, "domain" | "method">[];

export async function listConfirmedDomains(tx: Tx, teamId: string): Promise<ConfirmedDomains> {
  return await listConfirmed(tx, teamId as TeamId);
}

/** Whether an address is of a confirmed domain: DNS confirms its subdomains, too; a page only itself and `www.`. */
export function isOfDomains(address: string, domains: ConfirmedDomains): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== "https:" || username !== "" || password !== "") return false;
  return domains.some(
    ({ domain, method }) =>
      hostname === domain || hostname === `www.${domain}` || (method === "dns" && hostname.endsWith(`.${domain}`)),
  );
}

type Fact =
  | { type: "web-domain.added" | "web-domain.removed"; facts: Record<string, never> }
  | { type: "web-domain.confirmed"; facts: { method: "dns" | "page" } };

async function record(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  { id, domain }: WebDomainRow,
  fact: Fact,
): Promise<void> {
  await recordEvent(tx, context, { actor, teamId, subject: { id, name: domain }, ...fact });
}

function toWebDomain({ id, domain, token, method, confirmedAt, createdAt }: WebDomainRow): WebDomain {
  return {
    ...{ id: id as WebDomainId, domain, token, method },
    confirmedAt: confirmedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
