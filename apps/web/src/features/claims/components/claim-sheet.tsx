import { claimStageWords } from "@blueprint/contract/claim-steps";
import type { Claim } from "@blueprint/contract/claims";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type ClaimSide, describeProof, isProofEnough, relationLabels, stageTones } from "../claim-words.ts";
import { ClaimTimeline } from "./claim-timeline.tsx";

/** One claim: who claims what, its proof, what happened and what happens next. */
export function ClaimSheet({
  claim,
  side,
  isInDialog = false,
  children,
}: {
  readonly claim: Claim;
  readonly side: ClaimSide;
  /** Leaves out the frame, which the dialog has. */
  readonly isInDialog?: boolean;
  /** What the reader can do. */
  readonly children?: ReactNode;
}) {
  const { place, stage } = claim;
  return (
    <article
      id={`claim-${claim.id}`}
      className={classNames("grid scroll-mt-6 gap-4", !isInDialog && "border border-line bg-sheet p-4 sm:p-5")}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lead font-strong break-words">
          {place.isOpen ? (
            <Link to="/webxr" search={{ b: place.slug }} className="underline decoration-line underline-offset-4">
              {place.name}
            </Link>
          ) : (
            place.name
          )}
        </h3>
        <Badge tone={stageTones[stage]}>{claimStageWords[stage]}</Badge>
      </header>
      <dl className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[7rem_1fr]">
        {listFacts(claim, side).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap max-sm:mb-1.5">{value}</dd>
          </div>
        ))}
      </dl>
      <ClaimTimeline claim={claim} side={side} />
      {children}
    </article>
  );
}

function listFacts(claim: Claim, side: ClaimSide): (readonly [label: string, value: string])[] {
  const { claimantName, relation, receivingTeamName, presentTeamName, statement, proof, domain, stage } = claim;
  const isUnknownDomain = proof !== null && !isProofEnough(claim);
  return [
    ...(side === "claimant" ? [] : [["Claimed by", `${claimantName}. ${relationLabels[relation]}.`] as const]),
    ["For the team", receivingTeamName ?? "A team that is gone"],
    ...(side === "operator" && presentTeamName !== null
      ? [[stage === "accepted" ? "Had by" : "Held by", presentTeamName] as const]
      : []),
    ...(stage === "proving"
      ? []
      : [
          [
            "Proof",
            `${describeProof(claim) ?? "None"}${isUnknownDomain ? `. The place doesn't name ${domain?.name}, so an operator checks that it's the venue's.` : ""}`,
          ] as const,
        ]),
    ...(statement === "" ? [] : [["Statement", statement] as const]),
  ];
}
