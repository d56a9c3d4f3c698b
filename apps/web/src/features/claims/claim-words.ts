import type { ClaimParty, ClaimStage, ClaimStep } from "@blueprint/contract/claim-steps";
import { type Claim, toObstacleCode } from "@blueprint/contract/claims";
import { errorCatalogue } from "@blueprint/contract/errors";
import { formatDate } from "../../lib/format.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** Who reads a claim. */
export type ClaimSide = Exclude<ClaimParty, "service">;

export const stageTones: Record<ClaimStage, BadgeTone> = {
  proving: "neutral",
  queued: "neutral",
  waiting: "accent",
  review: "accent",
  blocked: "attention",
  accepted: "good",
  declined: "attention",
  appealed: "accent",
  withdrawn: "neutral",
  expired: "neutral",
  undone: "neutral",
};

export const relationLabels = {
  owner: "Owns the venue",
  manager: "Runs the venue",
  agent: "Acts for its owner",
  other: "Something else",
} as const;

/** What a claim was proven by; null without a proof. */
export function describeProof({ proof, domain }: Claim): string | null {
  switch (proof) {
    case "code":
      return "A code from the venue";
    case "mail":
      return `A mail to an address at ${domain?.name}`;
    case "dns":
      return `A DNS record of ${domain?.name}`;
    case "page":
      return `A page at ${domain?.name}`;
    case null:
      return null;
  }
}

/** Whether the claim is accepted if the team doesn't object. */
export function isProofEnough({ proof, domain }: Claim): boolean {
  return proof === "code" || (proof !== null && domain?.isNamed === true);
}

/** What happens next, and when. */
export function describeNext(claim: Claim, side: ClaimSide): string {
  const until = claim.dueAt === null ? "" : formatDate(claim.dueAt);
  const isTeam = side === "team";
  const team = isTeam ? "You" : (claim.presentTeamName ?? "The team that has the place");
  const receiver = claim.receivingTeamName ?? "the claimant's team";
  switch (claim.stage) {
    case "proving":
      return `Prove that you speak for the venue, or send the claim without a proof. It expires on ${until}.`;
    case "queued":
      return "Another claim of this place comes first. This one goes on as soon as that one has ended.";
    case "waiting":
      return isProofEnough(claim)
        ? `${team} can object until ${until}. Without an objection, the place moves to ${receiver} then.`
        : `${team} can object until ${until}. After that, an operator decides, because there's no proof that is enough by itself.`;
    case "review":
      return "An operator reviews the claim and decides.";
    case "appealed":
      return "An operator decides once more. That decision is final.";
    case "blocked":
      return `${describeObstacle(claim)} We try again every hour, until ${until}.`;
    case "accepted":
      return describeAccepted(claim, { until, receiver, isTeam });
    case "declined":
      return claim.steps.includes("appeal") ? `You can appeal once, until ${until}.` : "The place stays where it is.";
    case "withdrawn":
    case "expired":
      return "Nothing was changed.";
    case "undone":
      return "The place is back with the team that had it before.";
  }
}

function describeAccepted(
  claim: Claim,
  { until, receiver, isTeam }: { until: string; receiver: string; isTeam: boolean },
): string {
  const isOver = claim.dueAt === null || new Date(claim.dueAt) <= new Date();
  if (isOver) return `The place belongs to ${receiver}.`;
  if (claim.isAskedBack)
    return `${isTeam ? "You" : "The team that had the place"} asked for it back. An operator can undo the move until ${until}, and ${receiver} can give it back.`;
  return isTeam
    ? `The place belongs to ${receiver}. You can ask for it back once, until ${until}.`
    : `The place belongs to ${receiver}. An operator can undo the move until ${until}.`;
}

export function describeObstacle({ obstacle }: Claim): string {
  const code = obstacle === null ? null : toObstacleCode(obstacle);
  return [code === null ? "" : errorCatalogue[code].message, obstacle?.detail ?? ""].filter(Boolean).join(" ");
}

interface StepWords {
  readonly label: string;
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
}

/** Words of the dialog of a step; null for steps that are taken at once. */
export function describeStep(step: ClaimStep, claim: Claim, side: ClaimSide): StepWords | null {
  const { name } = claim.place;
  const receiver = claim.receivingTeamName ?? "the claimant's team";
  switch (step) {
    case "agree":
      return {
        label: "Agree",
        title: `Give ${name} to ${receiver}?`,
        description:
          "It moves at once, with its scans, files, versions and addresses. You can ask for it back once, for 30 days.",
        confirm: "Agree and move it",
      };
    case "object":
      return {
        label: "Object",
        title: `Object to the claim of ${name}`,
        description: "An operator reviews the claim. The claimant and the operator read your reason.",
        confirm: "Object",
      };
    case "accept":
      return {
        label: "Accept",
        title: `Accept the claim of ${name}?`,
        description: `The place moves to ${receiver}. Both sides read your reason. You can undo it for 30 days.`,
        confirm: "Accept and move it",
      };
    case "decline":
      return {
        label: "Decline",
        title: `Decline the claim of ${name}?`,
        description: claim.isAppealed
          ? "This decision is final. Both sides read your reason."
          : "The claimant can appeal once. Both sides read your reason.",
        confirm: "Decline",
      };
    case "appeal":
      return {
        label: "Appeal",
        title: "Appeal against the decision",
        description: "You can do this once. Say what the operator didn't know.",
        confirm: "Send appeal",
      };
    case "withdraw":
      return {
        label: "Withdraw",
        title: `Withdraw the claim of ${name}?`,
        description: "The claim ends. You can claim the place again.",
        confirm: "Withdraw",
      };
    case "ask-back":
      return {
        label: "Ask for it back",
        title: `Ask for ${name} back`,
        description: "The team that has the place and an operator read your reason. You can ask once.",
        confirm: "Ask for it back",
      };
    case "undo":
      return {
        label: side === "operator" ? "Undo" : "Give it back",
        title: `Move ${name} back to ${claim.presentTeamName ?? "the team that had it"}?`,
        description: "It moves at once, with everything in it. Both sides read your reason.",
        confirm: "Move it back",
      };
    default:
      return null;
  }
}

/** Labels of steps that are taken at once. */
export const plainStepLabels: Partial<Record<ClaimStep, string>> = {
  submit: "Send without a proof",
  retry: "Try the move again",
};
