import type { Audience } from "@blueprint/contract/audiences";
import type { Visibility } from "@blueprint/contract/blueprints";
import type { ClaimParty, ClaimStage, ClaimStep } from "@blueprint/contract/claim-steps";
import type { BlueprintId, ClaimId, TeamId, UserId } from "@blueprint/contract/ids";
import type { PlanLimit } from "@blueprint/contract/plans";
import type { Billing, PlanType } from "@blueprint/contract/price-book";
import type { RequestKind } from "@blueprint/contract/requests";
import type { TeamRole } from "@blueprint/contract/roles";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { SignFormat } from "@blueprint/contract/sign-sheets";
import type { TeamEventType } from "@blueprint/contract/webhooks";

export type NoFacts = Record<string, never>;

/**
 * Everything that happens in the product and that somebody may react to, with its facts: ids and words as they were,
 * never a secret. The event's subject is named beside its type.
 */
export interface EventFacts {
  "team.created": NoFacts;
  "team.renamed": { from: string; to: string };
  /** The subject is the new owner; `from` is their former role. */
  "team.transferred": { from: TeamRole };
  "team.deleted": NoFacts;
  "team.restored": NoFacts;
  "team.entered": { reason: string; until: string };
  "team.visit-ended": NoFacts;

  "member.joined": { role: TeamRole };
  "member.left": { role: TeamRole };
  "member.removed": { role: TeamRole };
  "member.role-changed": { from: TeamRole; to: TeamRole };

  "invitation.sent": { role: TeamRole };
  "invitation.resent": InvitationChange;
  "invitation.extended": InvitationChange;
  "invitation.revoked": InvitationChange;
  "invitation.rebound": InvitationChange;
  /** The subject is the invitation, under the guest's name. */
  "invitation.accepted": { inviterId: UserId; email: string | null };
  /** The subject is the invitation. `isAccepted`: by the address's mail server. */
  "invitation.mailed": { email: string; isAccepted: boolean };
  /** The subject is the invitation. */
  "invitation.bounced": { email: string; reason: string };
  /** Somebody opened the link with another account and would like to have it. */
  "invitation.wanted": { inviterId: UserId | null; email: string; wantedFor: string };

  "blueprint.created": NoFacts;
  "blueprint.published": { version: number; visibility: Visibility; slug: string };
  "blueprint.unpublished": { slug: string };
  "blueprint.sharing-changed": {
    visibility?: Visibility;
    passwordChanged?: true;
    expiresAt?: string | null;
    embedOrigins?: string;
    audience?: Audience;
    link?: "made" | "withdrawn";
  };
  /** The subject of short links' events is the blueprint. */
  "short-link.created": ShortLinkFacts;
  "short-link.changed": ShortLinkFacts;
  "short-link.retired": ShortLinkFacts;
  "short-link.restored": ShortLinkFacts;
  /** The published version no longer has what these links open. */
  "short-link.broken": { links: string[] };
  /** The subject is the domain. */
  "web-domain.added": NoFacts;
  "web-domain.confirmed": { method: "dns" | "page" };
  "web-domain.removed": NoFacts;
  /** The subject of signs' events is the blueprint. */
  "sign.added": { count: number };
  "sign.changed": SignFacts;
  "sign.replaced": SignFacts & { because: string };
  "sign.printed": { count: number; format: SignFormat };
  /** The subject of embeds' events is the blueprint. */
  "embed.created": EmbedFacts;
  "embed.changed": EmbedFacts;
  "embed.revoked": EmbedFacts;
  "blueprint.archived": BlueprintClosing;
  "blueprint.binned": BlueprintClosing;
  "blueprint.restored": BlueprintClosing;
  "blueprint.removed": NoFacts;
  /** Recorded in the team that gave it away. `byClaim`: a claim of the place was decided. */
  "blueprint.transferred": { to: string; toTeamId: TeamId; byClaim?: true };
  /** Recorded in the team that has it now. */
  "blueprint.received": { from: string; fromTeamId: TeamId; byClaim?: true };
  /**
   * A step of a claim. The subject is the blueprint; the team is the one that has the place, or had it, from when it is
   * asked.
   */
  "claim.moved-on": {
    claimId: ClaimId;
    step: ClaimStep;
    by: ClaimParty;
    stage: ClaimStage;
    reason: string;
    claimant: string;
    claimantId: UserId | null;
    dueAt: string | null;
    obstacle: string | null;
  };

  "scan.ready": { blueprintId: BlueprintId; uploaderId: UserId | null };
  "scan.failed": { blueprintId: BlueprintId; uploaderId: UserId | null; problem: ScanProblemCode | null };

  /** The subject is the blueprint. */
  "form.answered": { anchorId: string; anchorTitle: string; responseId: string };
  /** The subject is the blueprint. */
  "comment.mentioned": { userIds: UserId[]; about: string; text: string };

  "task.assigned": { assigneeId: UserId; assignedBy: string };
  "task.deleted": NoFacts;

  "plan.changed": { from?: PlanType; to: PlanType; billing?: Billing };
  "plan.cancelled": { from?: PlanType; to: PlanType | "cancel"; billing?: Billing };
  "plan.trial-started": NoFacts;
  "plan.trial-ended": { planType: PlanType };
  "plan.begun": { from: PlanType; to: PlanType; periodEndsAt: string | null };
  "plan.payment-failed": NoFacts;
  "plan.limit-noticed": {
    limit: PlanLimit;
    notice: "near" | "reached" | "paused";
    used: number;
    max: number;
    graceEndsAt: string | null;
  };
  /** A place's own limit of guide minutes a month. The subject is the blueprint. */
  "guide.minutes-noticed": { notice: "near" | "reached"; used: number; max: number };
  /** The subject is the blueprint. */
  "guide.minutes-limited": { max: number | null };
  "invoice.issued": { number: string; totalCents: number; dueAt: string };
  "invoice.replaced": NoFacts;
  "invoice.settled": { outcome: "paid" | "void"; byCredit?: true };

  "key.created": { scopes: string; expiresAt: string | null };
  "key.revoked": NoFacts;

  "webhook.created": WebhookState;
  "webhook.changed": WebhookState | { secretRenewed: true };
  "webhook.deleted": NoFacts;
  "webhook.replayed": { type: TeamEventType | "ping"; messageId: string };
  /** The server stopped it: every message failed for days, or the receiver said that it is gone. */
  "webhook.stopped": { because: "failing" | "gone" };

  "workflow.created": { event: TeamEventType; action: string };
  "workflow.changed": { event: TeamEventType; action: string; isOn: boolean };
  "workflow.deleted": NoFacts;
  "workflow.tested": NoFacts;

  /** The subject is the session, under the device's words. `isFirst`: that sign-in created the account. */
  "account.new-device": { isFirst: boolean };
  "account.password-changed": NoFacts;
  "account.email-changed": { from: string; to: string };
  "account.passkey-added": { passkey: string };
  "account.passkey-removed": { passkey: string };
  "account.google-linked": NoFacts;
  "account.google-unlinked": NoFacts;
  "account.deletion-asked": NoFacts;
  /** The subject is the person. */
  "export.finished": NoFacts;
  /** The subject is the person, at each time that they finish. `visit`: the mapping visit they ask for. */
  "onboarding.finished": { email: string; visit: { venue: string; note: string } | null };

  /** The subject is the request, under the applicant's name or address. */
  "access.requested": { message: string };
  "request.received": { kind: RequestKind };
}

interface InvitationChange {
  /** The former address; left out when it stayed. */
  from?: string | null;
}
interface ShortLinkFacts {
  code: string;
  label: string;
  /** What it opens, in words. */
  target: string;
}
interface EmbedFacts {
  figures: string;
  /** Sites that may show it. */
  origins: string;
  expiresAt: string | null;
}
interface SignFacts {
  sign: number;
  /** Where it hangs. */
  spot: string;
}
interface BlueprintClosing {
  slug: string;
  /** The place was open to visitors until then. */
  wasPublished: boolean;
}
interface WebhookState {
  events: string;
  isOn: boolean;
}

export type EventType = keyof EventFacts;

/** Events that may belong to no team. */
type TeamlessType =
  | Extract<EventType, `account.${string}`>
  | "invitation.accepted"
  | "invitation.mailed"
  | "invitation.bounced"
  | "export.finished"
  | "onboarding.finished"
  | "access.requested"
  | "request.received"
  | "claim.moved-on";

/** Who did it, as they were then. */
export interface EventActor {
  readonly userId: UserId;
  readonly name: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** The key of the program that acted for the person. */
  readonly apiKeyName: string | null;
}

export interface EventSubject {
  readonly id: string | null;
  readonly name: string;
}

type EventOfOne<Type extends EventType> = {
  /** A version 7 UUID. Whatever a listener creates gets an id derived from it. */
  readonly id: string;
  readonly at: Date;
  readonly type: Type;
  readonly teamId: Type extends TeamlessType ? TeamId | null : TeamId;
  /** Null for the service itself. */
  readonly actor: EventActor | null;
  readonly subject: EventSubject;
  readonly facts: Readonly<EventFacts[Type]>;
};

export type EventOf<Type extends EventType> = { [One in Type]: EventOfOne<One> }[Type];
export type ProductEvent = EventOf<EventType>;
