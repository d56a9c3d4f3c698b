import type { RequestKind, RequestOutcome, StoredRequest } from "@blueprint/contract/requests";
import { formatCount, formatDuration } from "../../lib/format.ts";
import { toIndustryLabel } from "../../lib/industries.ts";

export const kindLabels: Record<RequestKind, string> = {
  contact: "Messages",
  pilot: "Pilots",
  claim: "Started claims",
  visit: "Visits",
  plan: "Plans",
};

export const topicLabels = {
  question: "A question",
  access: "I would like an account",
  problem: "Something doesn’t work",
  reschedule: "Move or cancel a visit",
  data: "My data",
  other: "Something else",
} as const;

export const relationLabels = {
  owner: "I own the venue",
  manager: "I run the venue",
  agent: "I act for its owner",
  other: "Something else",
} as const;

export const outcomeLabels: Record<RequestOutcome, string> = {
  answered: "Answered",
  accepted: "Accepted",
  declined: "Declined",
};

export const planLabels = {
  free: "Free",
  starter: "Starter",
  pro: "Pro",
  enterprise: "Enterprise",
  cancel: "End the paid plan",
} as const;

/** Minutes that a scanner needs for this floor area. */
export function toVisitMinutes(areaSquareFeet: number): number {
  // product §8: area(sq ft)/100 + 15 min.
  return Math.ceil(areaSquareFeet / 100) + 15;
}

export interface RequestFact {
  readonly label: string;
  readonly value: string;
}

/** A request's fields; omits the empty ones. */
export function toFacts(request: StoredRequest): readonly RequestFact[] {
  switch (request.kind) {
    case "contact":
      return [
        { label: "Topic", value: topicLabels[request.payload.topic] },
        { label: "Message", value: request.payload.message },
      ];
    case "pilot":
      return [
        { label: "Organisation", value: request.payload.organisation },
        { label: "Kind of place", value: toIndustryLabel(request.payload.industry) },
        { label: "Venues", value: formatCount(request.payload.venues) },
        { label: "Goal", value: request.payload.goal },
      ];
    case "claim":
      return [
        { label: "Place", value: request.payload.slug },
        { label: "Claimed by", value: relationLabels[request.payload.relation] },
        { label: "Evidence", value: request.payload.evidence },
      ];
    case "visit":
      return [
        { label: "Venue", value: request.payload.venue },
        ...toFact("Address", request.payload.address),
        ...(request.payload.areaSquareFeet === null
          ? []
          : [
              {
                label: "Floor area",
                value: `${formatCount(request.payload.areaSquareFeet)} sq ft, about ${formatDuration(toVisitMinutes(request.payload.areaSquareFeet) * 60)} on site`,
              },
            ]),
        ...toFact("Good times", request.payload.times),
        ...toFact("Note", request.payload.note),
      ];
    case "plan":
      return [
        { label: "Team", value: request.payload.teamId },
        { label: "Wanted", value: planLabels[request.payload.to] },
        ...(request.payload.to === "cancel" || request.payload.to === "free"
          ? []
          : [{ label: "Paid", value: request.payload.billing === "annual" ? "Annually" : "Monthly" }]),
        ...toFact("Note", request.payload.note),
      ];
  }
}

function toFact(label: string, value: string): readonly RequestFact[] {
  return value === "" ? [] : [{ label, value }];
}
