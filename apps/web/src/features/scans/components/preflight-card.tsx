import { scanProblems, scanWarnings } from "@blueprint/contract/scan-problems";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { X } from "lucide-react";
import { formatBytes } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { kindLabels } from "../scan-facts.ts";
import type { Preflight } from "../use-preflight.ts";
import { FrameQuestions } from "./frame-questions.tsx";
import { PictureQuestion } from "./picture-question.tsx";
import { PreflightFacts } from "./preflight-facts.tsx";

/** Describes a chosen file, or says why it can't be used, before anything is sent. */
export function PreflightCard({
  file,
  preflight,
  storageLeftBytes,
  frame = {},
  onFrame,
  onRemove,
}: {
  readonly file: File;
  readonly preflight: Preflight;
  /** Storage left in the team's plan; undefined if unknown or unlimited. */
  readonly storageLeftBytes?: number | undefined;
  /** The user's answers for unit and up axis so far. */
  readonly frame?: FrameAnswers;
  /** Called with answers for what the file leaves open; without it, nothing is asked. */
  readonly onFrame?: (frame: FrameAnswers) => void;
  readonly onRemove?: () => void;
}) {
  const isTooLarge = storageLeftBytes !== undefined && file.size > storageLeftBytes;
  // A question replaces its warning.
  const warnings =
    preflight.status === "usable"
      ? preflight.report.warnings.filter((warning) => onFrame === undefined || warning !== "scan-units-unknown")
      : [];
  return (
    <section aria-label={`File ${file.name}`} className="border border-line bg-sheet">
      <header className="flex items-start justify-between gap-3 px-4 py-3">
        <div className="grid min-w-0 gap-1">
          <p className="line-clamp-3 font-strong wrap-anywhere" title={file.name}>
            {file.name}
          </p>
          <p className="flex min-h-5 flex-wrap items-center gap-2 text-caption text-ink-soft">
            <PreflightBadge preflight={preflight} />
            <span className="font-mono">{formatBytes(file.size)}</span>
          </p>
        </div>
        {onRemove === undefined ? null : (
          <IconButton label="Choose another file" icon={X} size="small" onClick={onRemove} className="-mr-1.5" />
        )}
      </header>
      <div aria-live="polite">
        {preflight.status === "usable" ? <PreflightFacts report={preflight.report} frame={frame} /> : null}
        {preflight.status === "usable" && onFrame !== undefined ? (
          <FrameQuestions report={preflight.report} frame={frame} onFrame={onFrame} />
        ) : null}
        {preflight.status === "open" ? <PictureQuestion onPlan={preflight.takeAsPlan} /> : null}
        {warnings.length > 0 || isTooLarge ? (
          <div className="grid gap-2 border-t border-hairline p-4">
            {isTooLarge ? (
              <Notice tone="danger">
                This file is too large: your team has {formatBytes(Math.max(0, storageLeftBytes ?? 0))} of storage left.
                Nothing was uploaded.
              </Notice>
            ) : null}
            {warnings.map((warning) => (
              <Notice key={warning} tone="attention">
                {scanWarnings[warning]}
              </Notice>
            ))}
          </div>
        ) : null}
        {preflight.status === "unusable" ? (
          <div className="border-t border-hairline p-4">
            <Notice tone="danger" title={scanProblems[preflight.problem].cause}>
              {preflight.part === undefined ? null : (
                <span className="block">
                  The problem is in <span className="font-mono wrap-anywhere">{preflight.part}</span>.
                </span>
              )}
              {scanProblems[preflight.problem].remedy} Nothing was sent.
            </Notice>
          </div>
        ) : null}
        {preflight.status === "unreadable" ? (
          <div className="border-t border-hairline p-4">
            <Notice tone="danger" title="Couldn't open the file.">
              It may have been moved, or its disk was disconnected. Choose it again. Nothing was uploaded.
            </Notice>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function PreflightBadge({ preflight }: { readonly preflight: Preflight }) {
  switch (preflight.status) {
    case "idle":
    case "reading":
      return (
        <span className="inline-flex items-center gap-1.5">
          <Spinner /> Checking the file
        </span>
      );
    case "open":
      return <Badge>Picture</Badge>;
    case "usable":
      return <Badge tone="good">{kindLabels[preflight.report.kind]}</Badge>;
    default:
      return <Badge tone="danger">Can't be used</Badge>;
  }
}
