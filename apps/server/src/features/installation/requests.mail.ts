import type { RequestKind, RequestOutcome } from "@blueprint/contract/requests";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

const subjects: Record<RequestKind, string> = {
  contact: "Your message",
  pilot: "Your pilot application",
  claim: "Your claim",
  visit: "Your request for a mapping visit",
  plan: "Your plan change",
};

const outcomes: Record<RequestOutcome, string> = {
  answered: "was answered",
  accepted: "was accepted",
  declined: "was declined",
};

/** Where people go on after an accepted request. */
export interface NextStep {
  readonly label: string;
  readonly url: string;
}

export function requestAnswerMail({
  to,
  name,
  kind,
  outcome,
  answer,
  next,
}: {
  to: string;
  name: string;
  kind: RequestKind;
  outcome: RequestOutcome;
  answer: string;
  next: NextStep | null;
}): Mail {
  return layOutMail({
    to,
    subject: `${subjects[kind]} ${outcomes[outcome]}`,
    paragraphs: [
      `Hi ${name},`,
      answer,
      ...(next === null ? [] : ["Without an account, accept the invitation first: it came in a mail of its own."]),
    ],
    ...(next === null ? {} : { action: next }),
  });
}
