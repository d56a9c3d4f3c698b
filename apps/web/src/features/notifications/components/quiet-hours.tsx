import type { NotificationSettings } from "@blueprint/contract/notifications";
import { type FormEvent, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useSaveNotificationSettings } from "../notifications.queries.ts";

const usualHours = { from: "22:00", to: "07:00" };
const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The user's quiet hours, and when the digest is sent. */
export function QuietHours({ settings }: { readonly settings: NotificationSettings }) {
  const [quiet, setQuiet] = useState(settings.quietHours);
  const [digestAt, setDigestAt] = useState(settings.digestAt);
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const save = useSaveNotificationSettings();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { quietHours: quiet, digestAt, timeZone },
      { onSuccess: () => void toasts.add({ title: "Times saved" }) },
    );
  };
  const zones = [...new Set([timeZone, ownTimeZone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <SettingsSheet
      title="Quiet hours and digest"
      text="Anything that arrives during quiet hours is delivered when they end."
    >
      <form onSubmit={submit} className="grid gap-5 p-4">
        <Select
          label="Time zone"
          value={timeZone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          hint={timeZone === ownTimeZone ? undefined : `This device is in ${ownTimeZone.replaceAll("_", " ")}.`}
          error={fieldError(save.error, "timeZone")}
          onChange={(event) => setTimeZone(event.currentTarget.value)}
        />
        <fieldset className="grid gap-3">
          <legend className="sr-only">Quiet hours</legend>
          <label className="inline-flex min-h-6 w-fit items-center gap-2 font-strong">
            <input
              type="checkbox"
              checked={quiet !== null}
              onChange={(event) => setQuiet(event.currentTarget.checked ? usualHours : null)}
              className="size-4 accent-accent"
            />
            Quiet hours
          </label>
          {quiet === null ? null : (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="From"
                type="time"
                required
                value={quiet.from}
                onChange={(event) => setQuiet({ ...quiet, from: event.currentTarget.value })}
              />
              <TextField
                label="To"
                type="time"
                required
                value={quiet.to}
                onChange={(event) => setQuiet({ ...quiet, to: event.currentTarget.value })}
              />
            </div>
          )}
        </fieldset>
        <TextField
          label="Digest at"
          type="time"
          required
          value={digestAt}
          hint="Once a day, only if there's something to report."
          onChange={(event) => setDigestAt(event.currentTarget.value)}
        />
        {save.error === null ? null : <Notice tone="danger">{readableError(save.error)}</Notice>}
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save times
          </Button>
        </div>
      </form>
    </SettingsSheet>
  );
}
