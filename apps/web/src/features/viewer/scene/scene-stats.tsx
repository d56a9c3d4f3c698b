import type { RootState } from "@react-three/fiber";
import { type RefObject, useEffect, useState } from "react";
import { watchReceivedBytes } from "../first-picture/watch-received-bytes.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";
import type { LiveScene } from "./live-scene.ts";
import { readSceneFigures, type SceneFigures } from "./scene-figures.ts";

const everyMs = 500;
/** Current rendering cost of the scene as text, for diagnosing performance. */
export function SceneStats({
  live,
  rendererRef,
  scans,
  labels,
}: {
  readonly live: LiveScene;
  readonly rendererRef: RefObject<RootState | null>;
  readonly scans: readonly PlacedScan[];
  readonly labels: ReadonlyMap<string, string>;
}) {
  const [figures, setFigures] = useState<SceneFigures | null>(null);
  useEffect(() => {
    const received = watchReceivedBytes();
    const measuring = window.setInterval(() => {
      const root = rendererRef.current;
      if (root === null || root.gl.getContext().isContextLost()) return;
      if (root.gl.info.autoReset) {
        // Otherwise each pass of a frame would reset the counters: from here on, the frame driver resets them.
        root.gl.info.autoReset = false;
        root.invalidate();
      }
      setFigures(readSceneFigures(live, root, scans, labels, received.of));
    }, everyMs);
    return () => {
      window.clearInterval(measuring);
      received.stop();
      const info = rendererRef.current?.gl.info;
      if (info !== undefined) info.autoReset = true;
    };
  }, [live, rendererRef, scans, labels]);
  if (figures === null) return null;
  const { frames } = figures;
  return (
    <section
      aria-label="Drawing statistics"
      // Announced only on request: twice a second would be too much to listen to.
      aria-live="off"
      role="status"
      data-stats={JSON.stringify(figures)}
      className="pointer-events-none absolute bottom-2 left-2 z-10 max-h-[calc(100%-5rem)] max-w-[calc(100%-1rem)] overflow-hidden rounded-sharp border border-hairline bg-sheet/92 px-2.5 py-1.5 font-mono text-caption leading-4.5 text-ink tabular-nums"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        <Figure
          name="Frame"
          value={frames === null ? "none yet" : `${frames.medianMs.toFixed(1)} ms, p95 ${frames.p95Ms.toFixed(1)} ms`}
        />
        <Figure name="Drawn" value={`${count(figures.drawCalls)} calls, ${count(figures.triangles)} triangles`} />
        <Figure name="" value={`${count(figures.points)} points, ${count(figures.splats)} splats`} />
        <Figure
          name="Graphics"
          value={`about ${megabytes(figures.graphicsBytes)}, ${figures.pixelRatio.toFixed(2)} px per px`}
        />
        <Figure
          name="Budget"
          value={`${megabytes(figures.cacheBytesMax)}, ${count(figures.splatsMax)} splats a scan`}
        />
        <Figure name="" value={figures.reasons.join(", ")} />
      </dl>
      <table className="mt-1 border-t border-hairline text-left">
        <thead>
          <tr className="text-ink-soft">
            <th className="pr-3 font-regular">Scan</th>
            <th className="pr-3 font-regular">Cache</th>
            <th className="pr-3 font-regular">Tiles</th>
            <th className="font-regular">Received</th>
          </tr>
        </thead>
        <tbody>
          {figures.scans.map(({ id, label, cacheBytes, tiles: [loaded, loading, failed], receivedBytes }) => (
            <tr key={id}>
              <th className="pr-3 font-regular">{label}</th>
              <td className="pr-3">{megabytes(cacheBytes)}</td>
              <td className="pr-3">
                {loaded}
                {loading === 0 ? "" : `, ${loading} loading`}
                {failed === 0 ? "" : `, ${failed} failed`}
              </td>
              <td>{megabytes(receivedBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{value}</dd>
    </>
  );
}

const wholeNumber = new Intl.NumberFormat("en");
const count = (value: number) => wholeNumber.format(Math.round(value));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
