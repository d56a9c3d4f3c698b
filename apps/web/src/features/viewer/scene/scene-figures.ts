import type { RootState } from "@react-three/fiber";
import { type PlacedScan, toScanId } from "../scans/scan-placement.ts";
import type { LiveScene } from "./live-scene.ts";

/** Colour and depth at four bytes per pixel each; antialiasing keeps four samples of both. */
const bytesPerPixel = 8;
const smoothingSamples = 4;

interface ScanFigures {
  readonly id: string;
  readonly label: string;
  readonly cacheBytes: number;
  readonly tiles: readonly [loaded: number, loading: number, failed: number];
  readonly receivedBytes: number;
}

/** What drawing a scene costs at the moment. */
export interface SceneFigures {
  readonly frames: ReturnType<LiveScene["frameTimes"]["summarise"]>;
  readonly drawCalls: number;
  readonly triangles: number;
  readonly points: number;
  readonly splats: number;
  readonly graphicsBytes: number;
  readonly pixelRatio: number;
  readonly cacheBytesMax: number;
  readonly splatsMax: number;
  readonly reasons: readonly string[];
  readonly scans: readonly ScanFigures[];
}

export function readSceneFigures(
  live: LiveScene,
  { gl, size }: RootState,
  scans: readonly PlacedScan[],
  labels: ReadonlyMap<string, string>,
  receivedOf: (scanId: string) => number,
): SceneFigures {
  const { budget, frameTimes, pixelRatio } = live;
  const drawn = gl.info.render;
  const usage = new Map(live.listUsage());
  const splats = Math.round([...usage.values()].reduce((sum, { splats: own = 0 }) => sum + own, 0));
  const pixels = size.width * size.height * pixelRatio ** 2;
  const samples = gl.getContext().getContextAttributes()?.antialias ? smoothingSamples + 1 : 1;
  const cached = [...usage.values()].reduce((sum, { cacheBytes }) => sum + cacheBytes, 0);
  return {
    frames: frameTimes.summarise(),
    drawCalls: drawn.calls,
    // Each splat is drawn as two triangles, which are not part of the mesh count.
    triangles: Math.max(0, drawn.triangles - 2 * splats),
    points: drawn.points,
    splats,
    graphicsBytes: cached + pixels * bytesPerPixel * samples,
    pixelRatio,
    cacheBytesMax: budget.cacheBytes,
    splatsMax: budget.share.splats.drawn,
    reasons: budget.reasons,
    scans: scans.flatMap(({ id }) => {
      const own = usage.get(id);
      if (own === undefined) return [];
      const tiles = [own.loaded, own.loading, own.failed] as const;
      return [
        { id, label: labels.get(id) ?? "", cacheBytes: own.cacheBytes, tiles, receivedBytes: receivedOf(toScanId(id)) },
      ];
    }),
  };
}
