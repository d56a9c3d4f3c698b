import type { Blueprint } from "@blueprint/contract/blueprints";
import type { FrameAnswers, PreflightReport } from "@blueprint/contract/scan-report";
import { useState } from "react";
import { useCreateBlueprint } from "../features/blueprints/blueprints.queries.ts";
import type { ChosenFile } from "../features/scans/choose-file.ts";
import { useCreateScan } from "../features/scans/scans.queries.ts";
import { transfers } from "../features/scans/transfers.store.ts";

/** A file that the preflight found usable, with the user's answers to what it leaves open. */
interface FirstScan {
  readonly chosen: ChosenFile;
  readonly preflight: PreflightReport;
  readonly frame: FrameAnswers;
}

/** Creates a blueprint, then its first scan, whose upload continues across navigation. */
export function useNewBlueprint() {
  // Kept if the scan is refused after the blueprint was created: a retry must not create a second one.
  const [made, setMade] = useState<Blueprint | null>(null);
  const createBlueprint = useCreateBlueprint();
  const createScan = useCreateScan();
  type Draft = Parameters<typeof createBlueprint.mutateAsync>[0];
  return {
    /** The blueprint, once it exists. */
    made,
    isBusy: createBlueprint.isPending || createScan.isPending,
    blueprintError: createBlueprint.error,
    scanError: createScan.error,
    forgetScanError: createScan.reset,
    /** @returns the blueprint's id */
    create: async (draft: Draft, scan: FirstScan | null) => {
      const blueprint = made ?? (await createBlueprint.mutateAsync(draft));
      setMade(blueprint);
      if (scan !== null) {
        const { chosen, preflight, frame } = scan;
        const created = await createScan.mutateAsync({
          blueprintId: blueprint.id,
          file: chosen.file,
          preflight,
          frame,
        });
        transfers.begin(created, blueprint.name, chosen.file, chosen.handle);
      }
      return blueprint.id;
    },
  };
}
