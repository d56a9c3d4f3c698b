import { useQuery } from "@tanstack/react-query";
import { formatBytes, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { exportQuery, useStartExport } from "../account-end.queries.ts";

/** Everything that is one's own, as a zip. */
export function ExportSettings() {
  const { data, error } = useQuery(exportQuery);
  const start = useStartExport();
  const failure = start.error ?? error;
  const isMaking = data?.state === "making";
  const text =
    data?.state === "ready" && data.createdAt !== null && data.expiresAt !== null
      ? `Made ${formatDateTime(data.createdAt)}, ${formatBytes(data.sizeBytes ?? 0)}. It can be downloaded until ${formatDateTime(data.expiresAt)}.`
      : isMaking
        ? "It is being packed. You may leave this page; your inbox says when it is ready."
        : data?.state === "failed"
          ? "It could not be packed. Nothing of yours was changed; try again."
          : "A zip with your profile, teams, notifications, requests and blueprints as JSON, and every file you uploaded.";
  return (
    <SettingsSheet title="Export" text="Everything here that is yours, in open formats.">
      <SettingsRow title="Your data" text={<span aria-live="polite">{text}</span>}>
        <div className="flex flex-wrap gap-2">
          {data?.url ? (
            <Button variant="primary" asChild>
              <a href={data.url} download>
                Download
              </a>
            </Button>
          ) : null}
          <Button busy={start.isPending || isMaking} onClick={() => start.mutate()}>
            {data?.state === "ready" ? "Pack again" : "Pack my data"}
          </Button>
        </div>
      </SettingsRow>
      {failure === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(failure)}</Notice>
        </div>
      )}
    </SettingsSheet>
  );
}
