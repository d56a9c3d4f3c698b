import { claimMailHours } from "@blueprint/contract/claim-steps";
import { layOutMail } from "../../platform/mail/mail-layout.ts";
import type { Mail } from "../../platform/mail/mail-sender.ts";

/** Proves that the claimant reads mail at the venue's domain. */
export function claimProofMail({
  to,
  claimant,
  place,
  url,
}: {
  to: string;
  claimant: string;
  place: string;
  url: string;
}): Mail {
  return layOutMail({
    to,
    subject: `Confirm the claim of ${place}`,
    paragraphs: [
      `${claimant} says that they run ${place}, and wants to take over its place on Blueprint.`,
      `If that's you, open the link while you're signed in. It works for your account only, for ${claimMailHours} hours.`,
      "If it isn't you, do nothing: without the link, this address proves nothing.",
    ],
    action: { label: "Confirm the claim", url },
  });
}
