import { formatBytes, formatCount } from "../../../lib/format.ts";
import { demoVenue } from "../demo-venue.ts";

/** The demo scan's file and size. */
export function DemoScanFacts() {
  const { fileName, triangles, deliveryBytes } = demoVenue;
  return (
    <section aria-labelledby="demo-scan" className="border-t border-hairline px-4 py-3">
      <h2 id="demo-scan" className="text-caption text-ink-soft">
        Scan
      </h2>
      <p className="truncate">{fileName}</p>
      <p className="font-mono text-caption text-ink-soft">
        {formatCount(triangles)} triangles, {formatBytes(deliveryBytes)}
      </p>
    </section>
  );
}
