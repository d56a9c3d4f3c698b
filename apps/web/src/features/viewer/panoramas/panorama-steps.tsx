import { ChevronLeft, ChevronRight } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The panorama that a visitor is in, with the ways to the one before and after it. */
export function PanoramaSteps({
  name,
  hasFailed,
  side,
  onPrevious,
  onNext,
}: {
  readonly name: string | undefined;
  /** It could not be loaded. */
  readonly hasFailed: boolean;
  readonly side: "top" | "bottom";
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}) {
  const { t } = useWording();
  return (
    <div className="flex min-w-0 items-center rounded-sharp border border-line bg-sheet">
      <IconButton label={t("scans.previousPanorama")} icon={ChevronLeft} tooltipSide={side} onClick={onPrevious} />
      <span aria-live="polite" className="grid max-w-44 min-w-0 leading-tight">
        <span className="truncate text-center">{name}</span>
        {hasFailed ? <span className="text-caption text-danger">{t("scans.failed")}</span> : null}
      </span>
      <IconButton label={t("scans.nextPanorama")} icon={ChevronRight} tooltipSide={side} onClick={onNext} />
    </div>
  );
}
