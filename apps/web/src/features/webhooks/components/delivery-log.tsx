import type { WebhookId } from "@blueprint/contract/ids";
import type { WebhookDelivery } from "@blueprint/contract/webhooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatCount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { deliveriesQuery, usePing, useReplay } from "../webhooks.queries.ts";

const states = {
  waiting: { tone: "accent", label: "Waiting" },
  delivered: { tone: "good", label: "Delivered" },
  failed: { tone: "danger", label: "Failed" },
} as const;

/** A webhook's deliveries and responses, with buttons to test it and to redeliver. */
export function DeliveryLog({ webhookId }: { readonly webhookId: WebhookId }) {
  const team = useCurrentTeam();
  const ping = usePing(team.teamId, webhookId);
  return (
    <div className="grid gap-3 py-3">
      <div>
        <Button size="small" busy={ping.isPending} onClick={() => ping.mutate()}>
          Send ping
        </Button>
      </div>
      {ping.error ? <Notice tone="danger">{readableError(ping.error)}</Notice> : null}
      <PagedList
        list={useInfiniteQuery(deliveriesQuery(team.teamId, webhookId))}
        toItems={(page) => page.deliveries}
        toKey={({ id }) => id}
        renderItem={(delivery) => <DeliveryRow webhookId={webhookId} delivery={delivery} />}
        renderTotal={(total) => (
          <p role="status" className="text-caption text-ink-soft">
            {formatAmount(total, "message")} in the last 30 days
          </p>
        )}
        pending={<Skeleton className="h-16" />}
        nothing={
          <p role="status" className="text-ink-soft">
            Nothing sent yet. Send a ping to check that the receiver responds.
          </p>
        }
        listClass="divide-y divide-hairline border border-hairline"
      />
    </div>
  );
}

function DeliveryRow({ webhookId, delivery }: { readonly webhookId: WebhookId; readonly delivery: WebhookDelivery }) {
  const team = useCurrentTeam();
  const replay = useReplay(team.teamId, webhookId);
  const { tone, label } = states[delivery.state];
  return (
    <details className="group">
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-sunken">
        <Badge tone={tone}>{label}</Badge>
        <code className="font-mono text-caption">{delivery.type}</code>
        <span className="ml-auto font-mono text-caption text-ink-soft">{formatDateTime(delivery.createdAt)}</span>
      </summary>
      <div className="grid gap-3 border-t border-hairline px-3 py-3">
        <dl className="grid gap-1 text-caption">
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">webhook-id</dt>
            <dd className="font-mono wrap-anywhere">{delivery.messageId}</dd>
          </div>
          {delivery.nextAttemptAt === null ? null : (
            <div className="flex flex-wrap gap-x-2">
              <dt className="text-ink-soft">Next try</dt>
              <dd className="font-mono">{formatDateTime(delivery.nextAttemptAt)}</dd>
            </div>
          )}
        </dl>
        <Excerpt label="Request">{delivery.body}</Excerpt>
        {delivery.attempts.map((attempt) => (
          <Excerpt
            key={attempt.at}
            label={`${formatDateTime(attempt.at)}: ${
              attempt.status === null ? "no answer" : `answered ${attempt.status}`
            } after ${formatCount(attempt.durationMs)} ms`}
          >
            {attempt.answer}
          </Excerpt>
        ))}
        {replay.error ? <Notice tone="danger">{readableError(replay.error)}</Notice> : null}
        <div>
          <Button size="small" busy={replay.isPending} onClick={() => replay.mutate(delivery.id)}>
            Send again
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Raw machine-readable text. */
function Excerpt({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="text-caption text-ink-soft">{label}</figcaption>
      {children === "" ? null : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-40 overflow-auto bg-sunken px-2.5 py-2 font-mono text-caption wrap-anywhere whitespace-pre-wrap"
        >
          {children}
        </pre>
      )}
    </figure>
  );
}
