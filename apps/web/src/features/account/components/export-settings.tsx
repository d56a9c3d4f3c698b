import { accountExportFiles } from "@blueprint/contract/account-end";
import { useQuery } from "@tanstack/react-query";
import { formatBytes, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { exportQuery, useStartExport } from "../account-end.queries.ts";

const andList = new Intl.ListFormat("en", { type: "conjunction" });

/** Exports all of the user's data as a zip. */
export function ExportSettings() {
  const { data, error } = useQuery(exportQuery);
  const start = useStartExport();
  const failure = start.error ?? error;
  const isMaking = data?.state === "making";
  const text =
    data?.state === "ready" && data.createdAt !== null && data.expiresAt !== null
      ? `Created ${formatDateTime(data.createdAt)}, ${formatBytes(data.sizeBytes ?? 0)}. Available until ${formatDateTime(data.expiresAt)}.`
      : isMaking
        ? "We’re preparing it. You can leave this page; we’ll notify you in your inbox."
        : data?.state === "failed"
          ? "The export failed. Nothing was changed. Try again."
          : `A ZIP file with every file you uploaded and, as JSON, ${andList.format(Object.values(accountExportFiles))}. Scenes and published versions stay with their team.`;
  return (
    <SettingsSheet title="Export" text="Your data, in open formats.">
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
            {data?.state === "ready" ? "Export again" : "Export my data"}
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
