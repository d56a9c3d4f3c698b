import type { NotificationPreferences } from "@blueprint/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { useSubscribePush, useUnsubscribePush } from "../notifications.queries.ts";
import { findOwnEndpoint, findPushSupport, subscribeBrowser, unsubscribeBrowser } from "../push-subscription.ts";

/** Browsers that receive push notifications; can add this one. */
export function PushDevices({ preferences }: { readonly preferences: NotificationPreferences }) {
  const { pushDevices, pushPublicKey } = preferences;
  const subscribe = useSubscribePush();
  const unsubscribe = useUnsubscribePush();
  const own = useQuery({ queryKey: ["push-endpoint", pushDevices.length], queryFn: findOwnEndpoint });
  const support = findPushSupport();
  if (pushPublicKey === null) return null;
  const isOn = pushDevices.some(({ endpoint }) => endpoint === own.data);
  const failure = subscribe.error ?? unsubscribe.error;
  return (
    <SettingsSheet title="Push" text="Your browser shows them even when Blueprint isn't open.">
      {isOn ? null : (
        <SettingsRow
          title="This browser"
          text={
            support === "unsupported"
              ? "This browser or address can't receive push notifications. They need https."
              : support === "denied"
                ? "Notifications are blocked for this page. Allow them in your browser settings."
                : "Push is off."
          }
        >
          {support === "possible" ? (
            <Button busy={subscribe.isPending} onClick={() => subscribe.mutate(() => subscribeBrowser(pushPublicKey))}>
              Turn on
            </Button>
          ) : null}
        </SettingsRow>
      )}
      {pushDevices.map(({ endpoint, device, createdAt }) => (
        <SettingsRow
          key={endpoint}
          title={
            <span className="inline-flex flex-wrap items-center gap-2">
              {device}
              {endpoint === own.data ? <Badge tone="accent">This browser</Badge> : null}
            </span>
          }
          text={`Push on since ${formatDate(createdAt)}.`}
        >
          <Button
            aria-label={`Turn off push: ${device}`}
            busy={unsubscribe.isPending && unsubscribe.variables === endpoint}
            onClick={() =>
              unsubscribe.mutate(endpoint, {
                onSuccess: () => {
                  if (endpoint === own.data) void unsubscribeBrowser();
                },
              })
            }
          >
            Turn off
          </Button>
        </SettingsRow>
      ))}
      {failure === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(failure)}</Notice>
        </div>
      )}
    </SettingsSheet>
  );
}
