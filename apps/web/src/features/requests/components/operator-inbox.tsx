import { requestKinds } from "@blueprint/contract/requests";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { kindLabels } from "../request-words.ts";
import { AccessInbox } from "./access-inbox.tsx";
import { RequestInbox } from "./request-inbox.tsx";

export const inboxes = ["access", "claims", ...requestKinds] as const;
export type Inbox = (typeof inboxes)[number];

function toLabel(inbox: Inbox): string {
  if (inbox === "access") return "Access";
  return inbox === "claims" ? "Claims" : kindLabels[inbox];
}

/** Requests to this installation's operators. The server serves them to operators only. */
export function OperatorInbox({
  inbox,
  isDone,
  claims,
  onChange,
}: {
  readonly inbox: Inbox;
  /** Shows decided and answered requests instead of pending ones. */
  readonly isDone: boolean;
  /** Claims by people with an account. */
  readonly claims: ReactNode;
  readonly onChange: (change: { inbox?: Inbox; isDone?: boolean }) => void;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap gap-3">
        <SegmentedControl
          label="Kind"
          className="flex-wrap"
          value={inbox}
          onChange={(next) => onChange({ inbox: next })}
          segments={inboxes.map((value) => ({ value, label: toLabel(value) }))}
        />
        <SegmentedControl
          label="State"
          value={isDone ? "done" : "open"}
          onChange={(next) => onChange({ isDone: next === "done" })}
          segments={[
            { value: "open", label: "Waiting" },
            { value: "done", label: "Done" },
          ]}
        />
      </div>
      {inbox === "access" ? (
        <AccessInbox state={isDone ? "decided" : "open"} />
      ) : inbox === "claims" ? (
        claims
      ) : (
        <RequestInbox kind={inbox} state={isDone ? "closed" : "open"} />
      )}
    </div>
  );
}
