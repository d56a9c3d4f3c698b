import type { InstallationSettingsView } from "@blueprint/contract/installation-settings";
import { Badge } from "../../../ui/badge.tsx";

/** Environment variables set at startup: names only, because values may be secrets. */
export function EnvironmentList({ environment }: Pick<InstallationSettingsView, "environment">) {
  return (
    <section aria-labelledby="environment" className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 id="environment" className="text-lead font-strong">
          Server environment
        </h3>
        <p className="text-ink-soft text-pretty">
          Set these where the server starts. Changes apply after a restart. Values aren't shown here.
        </p>
      </div>
      <ul className="grid border border-line bg-sheet sm:grid-cols-2">
        {environment.map(({ name, isSet }) => (
          <li
            key={name}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-hairline px-4 py-1.5"
          >
            <code className="min-w-0 font-mono text-caption wrap-anywhere">{name}</code>
            {isSet ? <Badge tone="good">Set</Badge> : <span className="text-caption text-ink-soft">Not set</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
