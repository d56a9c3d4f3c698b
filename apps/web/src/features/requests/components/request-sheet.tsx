import type { StoredRequest } from "@blueprint/contract/requests";
import type { ReactNode } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { outcomeLabels, toFacts } from "../request-words.ts";
import { ReferralLine } from "./referral-line.tsx";

/** One request with its status and answer. */
export function RequestSheet({
  request,
  showSender = false,
  children,
}: {
  readonly request: StoredRequest;
  readonly showSender?: boolean;
  /** Actions on the request. */
  readonly children?: ReactNode;
}) {
  const { name, email, state, outcome, answer, createdAt } = request;
  return (
    <article className="grid gap-3 border border-line bg-sheet p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {showSender ? (
          <h3 className="min-w-0 font-strong break-words">
            {name}{" "}
            <a href={`mailto:${email}`} className="font-regular wrap-anywhere text-accent underline underline-offset-2">
              {email}
            </a>
          </h3>
        ) : (
          <h3 className="font-strong">Sent on {formatDateTime(createdAt)}</h3>
        )}
        <span className="flex items-center gap-2">
          {showSender ? (
            <span className="font-mono text-caption text-ink-soft">{formatDateTime(createdAt)}</span>
          ) : null}
          <Badge tone={outcome === "declined" ? "attention" : state === "open" ? "accent" : "good"}>
            {outcome === null ? "Open" : outcomeLabels[outcome]}
          </Badge>
        </span>
      </header>
      <dl className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[7rem_1fr]">
        {toFacts(request).map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap max-sm:mb-1.5">{value}</dd>
          </div>
        ))}
        {answer === "" ? null : (
          <div className="contents">
            <dt className="text-ink-soft">Answer</dt>
            <dd className="min-w-0 break-words whitespace-pre-wrap">{answer}</dd>
          </div>
        )}
      </dl>
      {showSender && request.referralCode !== null ? (
        <ReferralLine code={request.referralCode} isCredited={request.isReferralCredited} />
      ) : null}
      {children}
    </article>
  );
}
