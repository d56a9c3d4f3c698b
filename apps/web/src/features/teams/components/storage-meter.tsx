import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatBytes } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { teamUsageQuery } from "../teams.queries.ts";

/** The team's storage use: originals, deliveries, content and its history. */
export function StorageMeter() {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const usage = useQuery({ ...teamUsageQuery(team.teamId), enabled: canSee });
  if (!canSee) return null;

  // Hidden on error; nothing depends on it.
  if (usage.isError) return null;
  if (usage.data === undefined) return <Skeleton className="h-9" />;
  const { storageBytes, storageBytesMax } = usage.data;
  if (storageBytesMax === null)
    return <p className="px-2 text-caption text-ink-soft">{formatBytes(storageBytes)} stored</p>;
  const fraction = storageBytes / storageBytesMax;
  return (
    <div className="grid gap-1.5 px-2">
      <ProgressBar
        label="Storage"
        fraction={fraction}
        valueText={`${formatBytes(storageBytes)} of ${formatBytes(storageBytesMax)}`}
        // product §9: notices at 80 % and at 100 %.
        tone={fraction >= 1 ? "danger" : fraction >= 0.8 ? "attention" : "accent"}
      />
      <p className="flex justify-between gap-2 text-caption text-ink-soft">
        <span>{fraction >= 1 ? "Storage is full" : "Storage"}</span>
        <span className="font-mono">
          {formatBytes(storageBytes)} / {formatBytes(storageBytesMax)}
        </span>
      </p>
    </div>
  );
}
