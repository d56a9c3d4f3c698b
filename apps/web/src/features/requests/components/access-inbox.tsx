import type { AccessRequest } from "@blueprint/contract/access-requests";
import { limits } from "@blueprint/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { accessRequestsQuery, useAcceptAccessRequest, useDeclineAccessRequest } from "../requests.queries.ts";
import { InboxList } from "./inbox-list.tsx";
import { ReferralLine } from "./referral-line.tsx";

/** For operators: requests for an account. */
export function AccessInbox({ state }: { readonly state: "open" | "decided" }) {
  return (
    <InboxList
      list={useInfiniteQuery(accessRequestsQuery(state))}
      nothing={state === "open" ? "No open access requests." : "No decisions yet."}
      renderRequest={(request) => <AccessSheet request={request} />}
    />
  );
}

const badges = {
  open: { tone: "accent", label: "Open" },
  accepted: { tone: "good", label: "Invited" },
  declined: { tone: "attention", label: "Declined" },
} as const;

function AccessSheet({ request }: { readonly request: AccessRequest }) {
  const { id, email, name, message, referralCode, state, reason, createdAt } = request;
  const [isDeclining, setDeclining] = useState(false);
  const [why, setWhy] = useState("");
  const accept = useAcceptAccessRequest();
  const decline = useDeclineAccessRequest();
  const error = accept.error ?? decline.error;
  return (
    <article className="grid gap-3 border border-line bg-sheet p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-strong wrap-anywhere">{name === "" ? email : `${name}, ${email}`}</h3>
        <span className="flex items-center gap-2">
          <span className="font-mono text-caption text-ink-soft">{formatDateTime(createdAt)}</span>
          <Badge tone={badges[state].tone}>{badges[state].label}</Badge>
        </span>
      </header>
      {message === "" ? null : <p className="break-words whitespace-pre-wrap">{message}</p>}
      {referralCode === null ? null : <ReferralLine code={referralCode} isCredited={request.isReferralCredited} />}
      {reason === "" ? null : <p className="text-ink-soft">Reason given: {reason}</p>}
      {error ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      {state !== "open" ? null : isDeclining ? (
        <div className="grid gap-3 border-t border-hairline pt-3">
          <TextArea
            label="Reason"
            optional
            hint={`Sent to ${email}. Leave empty to send no email.`}
            maxLength={limits.messageCharactersMax}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="small" variant="quiet" onClick={() => setDeclining(false)}>
              Back
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={decline.isPending}
              onClick={() => decline.mutate({ id, reason: why })}
            >
              Decline
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2 border-t border-hairline pt-3">
          <Button size="small" onClick={() => setDeclining(true)}>
            Decline …
          </Button>
          <Button size="small" variant="primary" busy={accept.isPending} onClick={() => accept.mutate(id)}>
            Send an invitation
          </Button>
        </div>
      )}
    </article>
  );
}
