import { claimStepWords, endedClaimStages } from "@blueprint/contract/claim-steps";
import type { Claim, ClaimEvent } from "@blueprint/contract/claims";
import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { type ClaimSide, describeNext } from "../claim-words.ts";

/** What happened to a claim, as ticks on a line, and what happens next at its end. */
export function ClaimTimeline({ claim, side }: { readonly claim: Claim; readonly side: ClaimSide }) {
  return (
    <ol aria-label={`History of the claim of ${claim.place.name}`} className="grid">
      {claim.history.map((event) => (
        <Tick key={`${event.at} ${event.step}`} time={formatDateTime(event.at)}>
          <span>
            {claimStepWords[event.step]}
            <By event={event} side={side} />
          </span>
          {event.reason === "" ? null : (
            <q className="border-l-2 border-line pl-2.5 break-words whitespace-pre-wrap text-ink-soft quotes-none">
              {event.reason}
            </q>
          )}
        </Tick>
      ))}
      <Tick time={isEnded(claim) ? "Now" : "Next"} isNext>
        <span className="font-strong text-pretty">{describeNext(claim, side)}</span>
      </Tick>
    </ol>
  );
}

function isEnded({ stage }: Claim): boolean {
  return (endedClaimStages as readonly string[]).includes(stage);
}

function By({ event: { name, by }, side }: { readonly event: ClaimEvent; readonly side: ClaimSide }) {
  if (name === null || (by === "claimant" && side === "claimant")) return null;
  return <span className="text-ink-soft">, {name}</span>;
}

function Tick({
  time,
  isNext = false,
  children,
}: {
  readonly time: string;
  readonly isNext?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[0.75rem_9rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="relative row-span-2 sm:row-span-1">
        <span
          className={classNames(
            "absolute top-0 bottom-0 left-1/2 border-l",
            isNext ? "h-2.5 border-dashed border-line" : "border-line",
          )}
        />
        <span
          className={classNames(
            "absolute top-2 left-1/2 size-2 -translate-x-1/2 border",
            isNext ? "border-accent bg-sheet" : "border-ink-soft bg-ink-soft",
          )}
        />
      </span>
      <span className="font-mono text-caption leading-6 text-ink-soft">{time}</span>
      <span className="grid gap-1 pb-3 max-sm:col-start-2">{children}</span>
    </li>
  );
}
