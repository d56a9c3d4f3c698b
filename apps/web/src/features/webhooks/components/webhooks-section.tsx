import type { Webhook } from "@blueprint/contract/webhooks";
import { useQuery } from "@tanstack/react-query";
import { WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { LogDisclosure } from "../../../ui/log-disclosure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SectionHead } from "../../../ui/section-head.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { describeTrouble } from "../webhook-trouble.ts";
import { useUpdateWebhook, webhooksQuery } from "../webhooks.queries.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";

/** Webhooks that notify other services. For owners and admins. */
export function WebhooksSection() {
  const team = useCurrentTeam();
  const list = useQuery(webhooksQuery(team.teamId));
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-labelledby="webhooks" className="grid gap-3">
      <SectionHead
        id="webhooks"
        title="Webhooks"
        text={
          <>
            Tell another service when something happens in {team.name}. Requests follow the Standard Webhooks
            specification.
          </>
        }
      >
        <Button onClick={() => setMaking(true)}>
          <WebhookIcon aria-hidden="true" strokeWidth={1.5} />
          New webhook
        </Button>
      </SectionHead>
      {list.isPending ? (
        <Skeleton className="h-24" />
      ) : list.data === undefined ? (
        <LoadFailure query={list} />
      ) : list.data.webhooks.length === 0 ? (
        <p className="border border-line bg-sheet px-4 py-4 text-ink-soft">
          No webhooks yet. Add an address and choose events.
        </p>
      ) : (
        <ul className="grid gap-3">
          {list.data.webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <WebhookDialog open={isMaking} onOpenChange={setMaking} />
    </section>
  );
}

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const team = useCurrentTeam();
  const update = useUpdateWebhook(team.teamId, webhook.id);
  const trouble = describeTrouble(webhook);
  const isOn = webhook.disabledAt === null;
  return (
    <li className="grid border border-line bg-sheet">
      <div className="flex items-start justify-between gap-x-4 px-4 py-3">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-strong wrap-anywhere">{webhook.url}</h3>
            <Badge tone={isOn ? (webhook.failingSince === null ? "good" : "attention") : "danger"}>
              {isOn ? (webhook.failingSince === null ? "On" : "Failing") : "Stopped"}
            </Badge>
          </div>
          <p className="flex flex-wrap gap-1.5">
            {webhook.events.map((event) => (
              <code key={event} className="font-mono text-caption text-ink-soft">
                {event}
              </code>
            ))}
          </p>
        </div>
        <WebhookMenu webhook={webhook} />
      </div>
      {trouble === null ? null : (
        <div className="px-4 pb-3">
          <Notice
            tone="attention"
            action={
              isOn ? undefined : (
                <Button size="small" busy={update.isPending} onClick={() => update.mutate({ isEnabled: true })}>
                  Resume
                </Button>
              )
            }
          >
            {trouble}
          </Notice>
        </div>
      )}
      <LogDisclosure name={new URL(webhook.url).host}>
        <DeliveryLog webhookId={webhook.id} />
      </LogDisclosure>
    </li>
  );
}
