import type { Blueprint } from "@blueprint/contract/blueprints";
import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";

/** The chosen cover, or the first ready scan's picture; a blank sheet until there is one. */
export function BlueprintCover({
  blueprint,
  className,
}: {
  readonly blueprint: Blueprint;
  readonly className?: string;
}) {
  // The URL is short-lived: if it expires while the page is open, the card falls back to the blank sheet.
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { coverUrl, scanCount } = blueprint;
  if (coverUrl !== null && coverUrl !== brokenUrl)
    return (
      <img
        src={coverUrl}
        alt=""
        width={640}
        height={400}
        loading="lazy"
        decoding="async"
        onError={() => setBrokenUrl(coverUrl)}
        className={classNames("bg-sunken object-cover", className)}
      />
    );
  return (
    <div className={classNames("sheet-grid corner-marks relative grid place-items-center bg-sheet", className)}>
      <span className="relative z-10 bg-sheet px-2 py-0.5 text-caption text-ink-soft">
        {scanCount === 0 ? "No scan yet" : "Scan not ready yet"}
      </span>
    </div>
  );
}
