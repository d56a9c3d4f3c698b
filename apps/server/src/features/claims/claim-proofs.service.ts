import { readClaimCode } from "@blueprint/contract/claim-code";
import { type ClaimProof, claimMailHours } from "@blueprint/contract/claim-steps";
import type { ClaimId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { toAddressGroup } from "../../platform/http/client-address.ts";
import { hashToken } from "../../platform/ids.ts";
import { proveDomain } from "../../platform/outbound/prove-domain.ts";
import { readWebDomain } from "../../platform/outbound/web-domain.ts";
import { requireAttempt, takeAttemptBack } from "../people/attempts.service.ts";
import { takeCode } from "./claim-codes.repository.ts";
import { toCodeHash } from "./claim-codes.service.ts";
import { requireLocked } from "./claim-moves.service.ts";
import { recordStep, requireStep } from "./claim-record.service.ts";
import { requireOwnClaim } from "./claim-steps.service.ts";
import { claimProofMail } from "./claims.mail.ts";
import { type ClaimRow, findPlace, hasContested, type PlaceRow, updateClaim } from "./claims.repository.ts";
import { listPlaceDomains } from "./claims.service.ts";
import { isSharedDomain } from "./venue-domains.ts";

const hourMs = 3_600_000;

/**
 * Proves a claim by a code from the venue. Guesses are slowed down by network and by claim, and codes that exist get the
 * same wait.
 * @throws AppError not-found, claim-step-refused, claim-code-wrong, too-many-requests
 */
export async function proveByCode(
  context: AppContext,
  actor: Actor,
  id: ClaimId,
  { code: typed, ipAddress }: { code: string; ipAddress: string },
): Promise<void> {
  const claim = await requireOwnClaim(context, actor, id);
  requireStep(context, claim, { step: "prove", by: "claimant" });
  // Says nothing about which codes exist: everyone knows what a code looks like.
  const code = readClaimCode(typed);
  if (code === null) throw new AppError("claim-code-wrong");
  const keys = [`network ${toAddressGroup(ipAddress)}`, `claim ${id}`];
  for (const key of keys) await requireAttempt(context, "claim-code", key);
  await context.db.transaction(async (tx) => {
    const locked = await requireLocked(tx, id);
    const { claim, place } = locked;
    requireStep(context, claim, { step: "prove", by: "claimant" });
    const asked = {
      blueprintId: place?.id ?? "",
      codeHash: toCodeHash(context, code),
      claimId: id,
      now: context.clock.now(),
    };
    if (place === null || !(await takeCode(tx, asked))) throw new AppError("claim-code-wrong");
    await recordProof(tx, context, actor, locked, "code");
  });
  for (const key of keys) await takeAttemptBack(context, "claim-code", key);
}

/** @throws AppError not-found, claim-step-refused, claim-domain-unusable */
export async function chooseDomain(context: AppContext, actor: Actor, id: ClaimId, typed: string): Promise<void> {
  const domain = requireVenueDomain(typed);
  await changeOwnClaim(context, actor, id, (claim, named) => ({
    ...toDomainChange(claim, domain),
    isDomainNamed: named.includes(domain),
    // The same domain keeps its token: it may be in DNS already.
    ...(claim.domain === domain && claim.domainToken !== null ? {} : { domainToken: context.ids.token() }),
  }));
}

/** @throws AppError not-found, claim-step-refused, claim-domain-unproven */
export async function proveByDomain(context: AppContext, actor: Actor, id: ClaimId): Promise<void> {
  const claim = await requireOwnClaim(context, actor, id);
  requireStep(context, claim, { step: "prove", by: "claimant" });
  const { domain, domainToken } = claim;
  if (domain === null || domainToken === null) throw new AppError("claim-domain-unproven");
  const proof = await proveDomain(context, domain, domainToken);
  if (proof === null) throw new AppError("claim-domain-unproven");
  const place = claim.blueprintId === null ? null : await findPlace(context.db, claim.blueprintId);
  const isDomainNamed = place !== null && (await listPlaceDomains(context, place)).includes(domain);
  await context.db.transaction(async (tx) => {
    const locked = await requireLocked(tx, id);
    // Another domain was chosen meanwhile.
    if (locked.claim.domainToken !== domainToken) throw new AppError("claim-domain-unproven");
    await recordProof(tx, context, actor, { ...locked, claim: { ...locked.claim, isDomainNamed } }, proof);
  });
}

/**
 * Mails a link to an address at a domain that the place's published facts name. Another domain has to be proven itself: who
 * owns one has mail there.
 * @throws AppError not-found, claim-step-refused, claim-domain-unusable, claim-mail-not-venue, too-many-requests
 */
export async function mailProof(context: AppContext, actor: Actor, id: ClaimId, email: string): Promise<void> {
  const domain = requireVenueDomain(toMailDomain(email));
  const before = await requireOwnClaim(context, actor, id);
  requireStep(context, before, { step: "prove", by: "claimant" });
  const place = before.blueprintId === null ? null : await findPlace(context.db, before.blueprintId);
  if (place === null || !(await listPlaceDomains(context, place)).includes(domain))
    throw new AppError("claim-mail-not-venue");
  await requireAttempt(context, "mailbox", email);
  const token = context.ids.token();
  const mailExpiresAt = new Date(context.clock.now().getTime() + claimMailHours * hourMs);
  await changeOwnClaim(
    context,
    actor,
    id,
    (claim) => ({
      ...toDomainChange(claim, domain),
      isDomainNamed: true,
      mailedTo: email,
      mailTokenHash: hashToken(token),
      mailExpiresAt,
    }),
    async (tx, claim) => {
      const url = `${context.config.publicUrl}/claim-blueprint?claim=${claim.id}&proof=${token}`;
      const mail = claimProofMail({ to: email, claimant: claim.claimantName, place: claim.placeName, url });
      await context.jobs.enqueue(tx, "send-mail", mail);
    },
  );
}

/** @throws AppError claim-link-expired, also for other accounts; claim-step-refused */
export async function proveByMail(context: AppContext, actor: Actor, id: ClaimId, token: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await requireLocked(tx, id).catch(() => null);
    const { claimantId, mailedTo, mailTokenHash, mailExpiresAt } = locked?.claim ?? {};
    const isValid =
      claimantId === actor.userId &&
      mailTokenHash === hashToken(token) &&
      mailExpiresAt != null &&
      context.clock.now() < mailExpiresAt;
    if (locked === null || mailedTo == null || !isValid) throw new AppError("claim-link-expired");
    // Another domain may have been chosen since.
    const change = { domain: toMailDomain(mailedTo), mailTokenHash: null, mailExpiresAt: null };
    await recordProof(
      tx,
      context,
      actor,
      { ...locked, claim: { ...locked.claim, isDomainNamed: true } },
      "mail",
      change,
    );
  });
}

/** A proof that says enough by itself replaces one that doesn't, never the other way round. */
async function recordProof(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  { claim, place }: { claim: ClaimRow; place: PlaceRow | null },
  proof: ClaimProof,
  change: Partial<ClaimRow> = {},
): Promise<void> {
  if (place === null || place.teamId === claim.receivingTeamId) throw new AppError("claim-step-refused");
  // Anyone can own a domain: it speaks for the venue if the place names it.
  const isProofEnough = proof === "code" || claim.isDomainNamed;
  const next = (await hasContested(tx, place.id)) ? "queued" : "waiting";
  await recordStep(
    tx,
    context,
    { claim, place },
    {
      step: "prove",
      by: "claimant",
      actor,
      to: claim.stage === "proving" ? next : claim.stage,
      change: {
        ...change,
        isDomainNamed: claim.isDomainNamed,
        ...(claim.isProofEnough ? {} : { proof, isProofEnough, provenAt: context.clock.now() }),
      },
    },
  );
}

async function changeOwnClaim(
  context: AppContext,
  actor: Actor,
  id: ClaimId,
  toChange: (claim: ClaimRow, named: readonly string[]) => Partial<ClaimRow>,
  also: (tx: Tx, claim: ClaimRow) => Promise<void> = async () => {},
): Promise<void> {
  const before = await requireOwnClaim(context, actor, id);
  const place = before.blueprintId === null ? null : await findPlace(context.db, before.blueprintId);
  const named = place === null ? [] : await listPlaceDomains(context, place);
  await context.db.transaction(async (tx) => {
    const { claim } = await requireLocked(tx, id);
    requireStep(context, claim, { step: "prove", by: "claimant" });
    await also(tx, await updateClaim(tx, id, toChange(claim, named)));
  });
}

/** What was proven of another domain says nothing about this one. */
function toDomainChange(claim: ClaimRow, domain: string): Partial<ClaimRow> {
  const isProofOfDomain = claim.proof !== null && claim.proof !== "code";
  const isOther = claim.domain !== domain;
  return {
    domain,
    ...(isOther ? { domainToken: null } : {}),
    ...(isOther && isProofOfDomain ? { proof: null, provenAt: null } : {}),
  };
}

function toMailDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** @throws AppError claim-domain-unusable */
function requireVenueDomain(typed: string): string {
  const domain = readWebDomain(typed);
  if (domain === null || isSharedDomain(domain)) throw new AppError("claim-domain-unusable");
  return domain;
}
