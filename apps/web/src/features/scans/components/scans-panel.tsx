import type { BlueprintId } from "@blueprint/contract/ids";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { useEffect, useState } from "react";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ChosenFile } from "../choose-file.ts";
import { describeScanRefusal, useCreateScan } from "../scans.queries.ts";
import { transfers } from "../transfers.store.ts";
import { usePreflight } from "../use-preflight.ts";
import { useScans } from "../use-scans.ts";
import { PreflightCard } from "./preflight-card.tsx";
import { RemovedScans } from "./removed-scans.tsx";
import { ScanDrop } from "./scan-drop.tsx";
import { ScanRow } from "./scan-row.tsx";

/** A blueprint's scans with their states, and a drop zone to add one. Fills its container's width. */
export function ScansPanel({
  blueprintId,
  blueprintName,
  canUpload,
  canDownload,
}: {
  readonly blueprintId: BlueprintId;
  readonly blueprintName: string;
  readonly canUpload: boolean;
  readonly canDownload: boolean;
}) {
  const scans = useScans(blueprintId);
  useEffect(() => transfers.showElsewhere(blueprintId), [blueprintId]);
  if (scans.isPending)
    return (
      <div role="status" aria-label="Loading scans" className="grid gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-36" />
      </div>
    );
  if (scans.data === undefined) return <LoadFailure query={scans} />;
  return (
    <div className="grid gap-4">
      {scans.data.length === 0 ? (
        <p className="text-ink-soft">
          {canUpload ? "No scans yet. Add the first one below." : "No scans yet. An editor of your team can add one."}
        </p>
      ) : (
        <ul className="-my-3">
          {scans.data.map((scan) => (
            <ScanRow key={scan.id} scan={scan} canUpload={canUpload} canDownload={canDownload} />
          ))}
        </ul>
      )}
      {canUpload ? (
        <>
          <AddScan blueprintId={blueprintId} blueprintName={blueprintName} />
          <RemovedScans blueprintId={blueprintId} />
        </>
      ) : null}
    </div>
  );
}

function AddScan({
  blueprintId,
  blueprintName,
}: {
  readonly blueprintId: BlueprintId;
  readonly blueprintName: string;
}) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const preflight = usePreflight(chosen?.file ?? null);
  const [frame, setFrame] = useState<FrameAnswers>({});
  const createScan = useCreateScan();

  const remove = () => {
    setChosen(null);
    setFrame({});
    createScan.reset();
  };
  if (chosen === null) return <ScanDrop compact onFile={setChosen} />;
  return (
    <div className="grid gap-3">
      <PreflightCard file={chosen.file} preflight={preflight} frame={frame} onFrame={setFrame} onRemove={remove} />
      {createScan.error ? <Notice tone="danger">{describeScanRefusal(createScan.error)}</Notice> : null}
      {preflight.status === "usable" ? (
        <div>
          <Button
            variant="primary"
            busy={createScan.isPending}
            onClick={() =>
              runMutation(
                createScan,
                { blueprintId, file: chosen.file, preflight: preflight.report, frame },
                {
                  onSuccess: (scan) => {
                    transfers.begin(scan, blueprintName, chosen.file, chosen.handle);
                    remove();
                  },
                },
              )
            }
          >
            Upload scan
          </Button>
        </div>
      ) : null}
    </div>
  );
}
