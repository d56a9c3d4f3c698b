import type { RequestKind } from "@blueprint/contract/requests";
import type { Notices } from "./notices.ts";
import { listOperatorIds } from "./recipients.repository.ts";

/** Text in the operators' inbox, after the sender's name. */
const wishes: Record<RequestKind, string> = {
  contact: "sent a message",
  pilot: "applied for the pilot",
  claim: "started a claim",
  visit: "requested a mapping visit",
  plan: "requested a different plan",
};

/** What people ask of the operators. */
export const requestNotices: Notices<"access.requested" | "request.received"> = {
  "access.requested": async (tx, { subject, facts }) => [
    {
      kind: "access-request",
      teamId: null,
      to: await listOperatorIds(tx),
      title: `${subject.name} requested access`,
      body: facts.message,
      path: "/workspace?area=operator",
    },
  ],
  "request.received": async (tx, { subject, facts: { kind } }) => [
    {
      kind: "access-request",
      teamId: null,
      to: await listOperatorIds(tx),
      title: `${subject.name} ${wishes[kind]}`,
      path: `/workspace?area=operator&inbox=${kind}`,
    },
  ],
};
