import { scanProblems } from "@blueprint/contract/scan-problems";
import type { Scan } from "@blueprint/contract/scans";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { useEditorRoom } from "../use-editor-room.ts";

const meanwhile = "It appears here when it's ready. You can leave this screen.";

/** A blank sheet in place of the canvas: why there is nothing to see yet, and the progress. */
export function NoScanNote({ scans, canUpload }: { readonly scans: readonly Scan[]; readonly canUpload: boolean }) {
  const { store } = useEditorRoom();
  const current = scans.findLast((scan) => scan.state !== "cancelled");
  const openOutline = (
    <Button className="md:hidden" onClick={() => store.setState({ openSide: "outline" })}>
      Open scans
    </Button>
  );
  if (current === undefined)
    return (
      <Sheet title="No scan yet" action={canUpload ? openOutline : null}>
        {canUpload
          ? "Drop a scan into the Scans panel: a mesh, a point cloud, splats, a panorama or a floor plan."
          : "An editor of your team can add one."}
      </Sheet>
    );
  if (current.state === "failed")
    return (
      <Sheet title={`${current.fileName} can't be shown`} action={openOutline}>
        {current.problem === null ? "We couldn't convert it." : scanProblems[current.problem].cause} The original is
        kept.
      </Sheet>
    );
  const fraction =
    current.state === "uploading"
      ? current.uploadedBytes / Math.max(1, current.sizeBytes)
      : (current.progress?.fraction ?? 0);
  const stages: Partial<Record<Scan["state"], string>> = {
    // Only the Scans panel knows whether an upload is running right now.
    uploading: "Its upload isn't complete: see the Scans panel for its status. It appears here when it's ready.",
    queued: `Uploaded and waiting to be converted. ${meanwhile}`,
    processing: `Converting now. ${meanwhile}`,
  };
  return (
    <Sheet title={current.fileName} action={openOutline}>
      <span className="grid gap-4">
        {stages[current.state]}
        <ProgressBar label={`Progress of ${current.fileName}`} fraction={fraction} />
      </span>
    </Sheet>
  );
}

function Sheet({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="absolute inset-0">
      <EmptyState title={title} action={action} className="h-full rounded-none border-0 max-md:pb-28">
        {children}
      </EmptyState>
    </div>
  );
}
