import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sessionsQuery, useEndOtherSessions, useEndSession } from "../sessions.queries.ts";

/** Where the user is signed in, with a way to end each session. `signOut` ends the current one. */
export function SessionList({ signOut }: { readonly signOut: ReactNode }) {
  const list = useQuery(sessionsQuery);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const others = list.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const failure = endOne.error ?? endOthers.error;
  return (
    <SettingsSheet
      title="Where you're signed in"
      text="Signing out a device takes effect right away, even if it's in use."
    >
      {list.isPending ? (
        <Skeleton className="m-4 h-16" />
      ) : list.data === undefined ? (
        <div className="p-4">
          <LoadFailure query={list} />
        </div>
      ) : (
        list.data.map(({ id, isCurrent, device, ipAddress, createdAt, lastSeenAt }) => (
          <SettingsRow
            key={id}
            title={
              <span className="inline-flex flex-wrap items-center gap-2">
                {device}
                {isCurrent ? <Badge tone="accent">This device</Badge> : null}
              </span>
            }
            text={
              <>
                Signed in {formatDateTime(createdAt)}
                {ipAddress === null ? "" : ` from ${ipAddress}`}
                {isCurrent
                  ? ". Uploads of this tab stop when you sign out and can be resumed."
                  : `, seen ${formatDateTime(lastSeenAt)}`}
              </>
            }
          >
            {isCurrent ? (
              signOut
            ) : (
              <Button
                aria-label={`Sign out ${device}`}
                busy={endOne.isPending && endOne.variables === id}
                onClick={() => endOne.mutate(id)}
              >
                Sign out
              </Button>
            )}
          </SettingsRow>
        ))
      )}
      {failure === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(failure)}</Notice>
        </div>
      )}
      {others > 0 ? (
        <SettingsRow title="Everywhere else" text={`${formatAmount(others, "other session")}.`}>
          <Button
            variant="danger"
            busy={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: ({ ended }) => {
                  toasts.add({ title: `Signed out of ${formatAmount(ended, "other session")}` });
                },
              })
            }
          >
            Sign out everywhere else
          </Button>
        </SettingsRow>
      ) : null}
    </SettingsSheet>
  );
}
