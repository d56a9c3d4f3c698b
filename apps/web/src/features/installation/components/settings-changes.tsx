import type { InstallationChange } from "@blueprint/contract/installation-settings";
import { formatDateTime } from "../../../lib/format.ts";
import { toFieldLabel, toValueWords } from "../settings-form.ts";

/** Who changed which setting, with old and new values. */
export function SettingsChanges({ changes }: { readonly changes: readonly InstallationChange[] }) {
  return (
    <section aria-labelledby="settings-changes" className="grid gap-3">
      <h3 id="settings-changes" className="text-lead font-strong">
        Latest changes
      </h3>
      {changes.length === 0 ? (
        <p className="border border-line bg-sheet px-4 py-4 text-ink-soft">
          No changes yet. All settings have their default values.
        </p>
      ) : (
        <ul className="divide-y divide-hairline border border-line bg-sheet">
          {changes.map(({ id, at, actorName, ipAddress, fields }) => (
            <li key={id} className="grid gap-1 px-4 py-3">
              <p className="break-words">
                <span className="font-strong">{actorName}</span>{" "}
                <span className="text-caption text-ink-soft">
                  {formatDateTime(at)}
                  {ipAddress === null ? "" : ` · ${ipAddress}`}
                </span>
              </p>
              <ul className="grid gap-0.5 text-ink-soft">
                {fields.map(({ name, from, to }) => (
                  <li key={name} className="break-words">
                    {toFieldLabel(name)}: {toValueWords(from)} → {toValueWords(to)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
