import { type ClaimParty, claimDays, findStepRule } from "@blueprint/contract/claim-steps";
import { type ErrorCode, errorCatalogue, isErrorCode } from "@blueprint/contract/errors";
import { roleMay } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { EventOf } from "../../platform/events/product-events.ts";
import { type Notices, withoutActor } from "./notices.ts";
import { listMembersOf, listOperatorIds } from "./recipients.repository.ts";

type ClaimEvent = EventOf<"claim.moved-on">;
type Side = Exclude<ClaimParty, "service">;

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** What happens to claims of places, told to the sides that the table of steps names. */
export const claimNotices: Notices<"claim.moved-on"> = {
  "claim.moved-on": async (tx, event) => {
    const sides = findStepRule(event.facts.step).tells;
    const notices = await Promise.all(sides.map(async (side) => ({ side, to: await listPeople(tx, event, side) })));
    return notices.flatMap(({ side, to }) => {
      const words = tell(event, side);
      const people = withoutActor(event, to);
      if (words === null || people.length === 0) return [];
      // Not filed under a team: the place changes teams, and the claimant's side and the team's are told of one thing.
      return [
        { kind: "claim" as const, teamId: null, to: people, path: toPath(event, side), isMailed: true, ...words },
      ];
    });
  },
};

async function listPeople(tx: Tx, { teamId, facts }: ClaimEvent, side: Side): Promise<string[]> {
  if (side === "claimant") return facts.claimantId === null ? [] : [facts.claimantId];
  if (side === "operator") return await listOperatorIds(tx);
  if (teamId === null) return [];
  const members = await listMembersOf(tx, teamId);
  return members.filter(({ role }) => roleMay(role, "blueprint.transfer")).map(({ userId }) => userId);
}

function toPath({ teamId, facts: { claimId } }: ClaimEvent, side: Side): string {
  if (side === "operator") return "/workspace?area=operator&inbox=claims";
  return side === "team" ? `/dashboard?team=${teamId}&claim=${claimId}` : `/claim-blueprint?claim=${claimId}`;
}

interface Words {
  readonly title: string;
  readonly body: string;
}

/** Null where a side has nothing to know of this stage. */
function tell(event: ClaimEvent, side: Side): Words | null {
  const { facts, subject } = event;
  const { step, stage, reason, claimant } = facts;
  const place = subject.name;
  const until = facts.dueAt === null ? "" : dates.format(new Date(facts.dueAt));
  const quoted = reason === "" ? "" : `\n\nThe reason: ${reason}`;
  const isTeam = side === "team";
  switch (step) {
    case "prove":
    case "submit":
    case "begin":
      if (stage !== "waiting") return null;
      return isTeam
        ? {
            title: `${claimant} claims ${place}`,
            body: `You can object until ${until}. ${
              step === "submit"
                ? "There is no proof yet, so an operator decides after that."
                : "Without an objection, the claim is decided after that. Proven claims are accepted, and the place moves to the claimant's team."
            } Nothing changes for visitors until then.`,
          }
        : {
            title: `Your claim of ${place} goes on`,
            body: `The claim before yours ended. The team that has the place can object until ${until}.`,
          };
    case "remind":
      return {
        title: `${claimDays.remind} days left to answer the claim of ${place}`,
        body: `${claimant} claims the place. You can object until ${until}.`,
      };
    case "agree":
    case "pass-deadline":
    case "accept":
    case "retry":
    case "follow-place":
      return tellDecision(event, side, { place, until, quoted });
    case "object":
      return side === "operator"
        ? { title: `A team objects to the claim of ${place}`, body: `${claimant} claims the place.${quoted}` }
        : { title: `The team objects to your claim of ${place}`, body: `An operator reviews it and decides.${quoted}` };
    case "decline":
      return isTeam
        ? { title: `The claim of ${place} was declined`, body: `The place stays with you.${quoted}` }
        : {
            title: `Your claim of ${place} was declined`,
            body: `${until === "" ? "" : `You can appeal once, until ${until}.`}${quoted}`,
          };
    case "appeal":
      return {
        title: `${claimant} appealed against the decision about ${place}`,
        body: `An operator decides once more.${quoted}`,
      };
    case "withdraw":
      return { title: `The claim of ${place} was withdrawn`, body: `${claimant} no longer claims the place.${quoted}` };
    case "expire":
      return isTeam
        ? { title: `The claim of ${place} has expired`, body: reason }
        : { title: `Your claim of ${place} has expired`, body: reason === "" ? "Its time is over." : reason };
    case "ask-back":
      return side === "operator"
        ? {
            title: `A team asks for ${place} back`,
            body: `${claimant} received it by a claim. You can undo that until ${until}.${quoted}`,
          }
        : {
            title: `The team that had ${place} asks for it back`,
            body: `You can give it back until ${until}, or do nothing. An operator hears of it, too.${quoted}`,
          };
    case "undo":
      return {
        title: `${place} moved back`,
        body: isTeam ? `The place is yours again.${quoted}` : `It belongs to the team that had it before.${quoted}`,
      };
  }
}

/** After steps that decide a claim, or send it to an operator. */
function tellDecision(
  { facts: { stage, claimant, step, obstacle } }: ClaimEvent,
  side: Side,
  { place, until, quoted }: { place: string; until: string; quoted: string },
): Words | null {
  if (stage === "accepted") {
    if (side === "operator") return null;
    return side === "claimant"
      ? {
          title: `${place} is yours now`,
          body: `Your claim was accepted, and the place moved to your team with its scans, files, versions and addresses. An operator can undo that until ${until}.${quoted}`,
        }
      : {
          title: `${place} moved to ${claimant}'s team`,
          body: `The claim was accepted. You can ask for the place back once, until ${until}.${quoted}`,
        };
  }
  if (stage === "blocked") {
    if (side === "operator") return null;
    return {
      title: `The claim of ${place} was accepted, but the place can't move yet`,
      body: `${toObstacle(obstacle)} We try again every hour, until ${until}.${quoted}`,
    };
  }
  const why =
    step === "follow-place" ? "The place moved to another team meanwhile." : "The team didn't object in time.";
  return side === "operator"
    ? { title: `${claimant}'s claim of ${place} needs a decision`, body: why }
    : {
        title: `An operator decides about the claim of ${place}`,
        body: `${why} ${step === "follow-place" ? "" : "There is no proof that is enough by itself."}`.trim(),
      };
}

function toObstacle(code: string | null): string {
  return isErrorCode(code) ? errorCatalogue[code satisfies ErrorCode].message : "";
}
