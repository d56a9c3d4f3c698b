import type { InstallationChange } from "@blueprint/contract/installation-settings";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { toFieldLabel } from "../settings-form.ts";

/** Why saving failed. After a conflict, lists what the other operators changed. */
export function SettingsProblem({
  error,
  theirs,
}: {
  readonly error: Error;
  readonly theirs: readonly InstallationChange[];
}) {
  if (hasCode(error, "conflict"))
    return (
      <Notice tone="danger" title="Someone else just saved other settings">
        {theirs.map(({ id, actorName, fields }) => (
          <p key={id}>
            {actorName} changed {fields.map(({ name }) => toFieldLabel(name)).join(", ")}.
          </p>
        ))}
        <p>Their changes are kept, and yours are still here. Review, then save again.</p>
      </Notice>
    );
  return (
    <Notice tone="danger">
      {hasCode(error, "invalid-input")
        ? "Some fields need fixing, see above. Nothing was saved."
        : readableError(error)}
    </Notice>
  );
}
