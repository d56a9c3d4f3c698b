import type { TeamId } from "@blueprint/contract/ids";
import {
  type EmailDelivery,
  emailDeliveries,
  type NotificationDelivery,
  type NotificationKind,
  notificationKinds,
} from "@blueprint/contract/notifications";
import { readableError } from "../../../lib/readable-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { useSaveNotificationDelivery } from "../notifications.queries.ts";

const emailWords: Record<EmailDelivery, string> = { now: "Immediately", digest: "In the digest", off: "No email" };
const emailOptions = emailDeliveries.map((value) => ({ value, label: emailWords[value] }));

/** Email and push settings for each kind of notification in one team. */
export function DeliveryTable({
  teamId,
  name,
  deliveries,
  hidden,
  hasPush,
}: {
  readonly teamId: TeamId | null;
  readonly name: string;
  readonly deliveries: Partial<Record<NotificationKind, NotificationDelivery>>;
  readonly hidden: readonly NotificationKind[];
  /** False hides the push column: no push would be sent. */
  readonly hasPush: boolean;
}) {
  const save = useSaveNotificationDelivery();
  const kinds = (Object.entries(deliveries) as [NotificationKind, NotificationDelivery][]).filter(
    ([kind]) => !hidden.includes(kind),
  );
  return (
    <>
      <table className="w-full text-left">
        <caption className="sr-only">
          {hasPush ? "Email and push notifications" : "Email notifications"}: {name}
        </caption>
        <thead className="border-b border-hairline text-caption text-ink-soft max-sm:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2 font-regular">
              When
            </th>
            <th scope="col" className="px-4 py-2 font-regular">
              Email
            </th>
            {hasPush ? (
              <th scope="col" className="px-4 py-2 font-regular">
                Push
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {kinds.map(([kind, delivery]) => {
            const { label } = notificationKinds[kind];
            const choose = (change: Partial<NotificationDelivery>) =>
              save.mutate({ teamId, kind, ...delivery, ...change });
            return (
              <tr key={kind} className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:py-2">
                <th scope="row" className="px-4 py-2.5 font-regular max-sm:col-span-2">
                  {label}
                </th>
                <td className="px-4 py-2.5 sm:w-44">
                  <Select
                    compact
                    label={`Email: ${label}, ${name}`}
                    value={delivery.email}
                    options={emailOptions}
                    onChange={(event) => choose({ email: event.currentTarget.value as EmailDelivery })}
                  />
                </td>
                {hasPush ? (
                  <td className="px-4 py-2.5 sm:w-20">
                    <label className="inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
                      <input
                        type="checkbox"
                        aria-label={`Push: ${label}, ${name}`}
                        checked={delivery.push}
                        onChange={(event) => choose({ push: event.currentTarget.checked })}
                        className="size-4 accent-accent pointer-coarse:size-5"
                      />
                      <span aria-hidden="true" className="sm:sr-only">
                        Push
                      </span>
                    </label>
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
      {save.error === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(save.error)}</Notice>
        </div>
      )}
    </>
  );
}
