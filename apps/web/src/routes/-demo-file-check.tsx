import { useState } from "react";
import type { ChosenFile } from "../features/scans/choose-file.ts";
import { PreflightCard } from "../features/scans/components/preflight-card.tsx";
import { ScanDrop } from "../features/scans/components/scan-drop.tsx";
import { usePreflight } from "../features/scans/use-preflight.ts";

/** The file check that precedes every upload. It runs in the browser, and nothing is uploaded here. */
export function DemoFileCheck() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const preflight = usePreflight(chosen?.file ?? null);
  return chosen === null ? (
    <ScanDrop onFile={setChosen} />
  ) : (
    <PreflightCard file={chosen.file} preflight={preflight} onRemove={() => setChosen(null)} />
  );
}
