import { limits } from "@blueprint/contract/limits";
import type { RequestKind, RequestOutcome, StoredRequest } from "@blueprint/contract/requests";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { requestsQuery, useCloseRequest } from "../requests.queries.ts";
import { InboxList } from "./inbox-list.tsx";
import { RequestSheet } from "./request-sheet.tsx";

/** For operators: pending or answered requests of one kind. */
export function RequestInbox({ kind, state }: { readonly kind: RequestKind; readonly state: "open" | "closed" }) {
  return (
    <InboxList
      list={useInfiniteQuery(requestsQuery(kind, state))}
      nothing={state === "open" ? "No open requests." : "No closed requests yet."}
      renderRequest={(request) => (
        <RequestSheet request={request} showSender>
          {request.state === "open" ? <AnswerForm request={request} /> : null}
        </RequestSheet>
      )}
    />
  );
}

const endings: Record<RequestKind, readonly { readonly outcome: RequestOutcome; readonly label: string }[]> = {
  contact: [
    { outcome: "accepted", label: "Send an invitation" },
    { outcome: "answered", label: "Close" },
  ],
  pilot: decisions("Accept"),
  claim: decisions("Send an invitation"),
  visit: decisions("Accept"),
  plan: decisions("Switch the plan"),
};

function decisions(acceptLabel: string) {
  return [
    { outcome: "declined", label: "Decline" },
    { outcome: "accepted", label: acceptLabel },
  ] as const;
}

function AnswerForm({ request: { id, kind, email } }: { readonly request: StoredRequest }) {
  const [answer, setAnswer] = useState("");
  const close = useCloseRequest();
  return (
    <div className="grid gap-3 border-t border-hairline pt-3">
      <TextArea
        label="Reply"
        optional
        hint={`Sent to ${email}. Leave empty to send no email.`}
        maxLength={limits.messageCharactersMax}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      {close.error ? <Notice tone="danger">{readableError(close.error)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {endings[kind].map(({ outcome, label }, index) => (
          <Button
            key={outcome}
            size="small"
            variant={index === endings[kind].length - 1 ? "primary" : "outline"}
            busy={close.isPending && close.variables.outcome === outcome}
            onClick={() => {
              if (!close.isPending) close.mutate({ id, outcome, answer });
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
