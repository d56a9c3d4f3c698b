import { Box3, Group, Vector3 } from "three";
import type { PointSet } from "../scans/nearest-point.ts";
import { ScanVolumes } from "../volumes/scan-volumes.ts";
import { applyPlacement, raycastPlaced } from "./apply-placement.ts";
import { fetchDelivery, resolveDeliveryUrl } from "./fetch-delivery.ts";
import type { FineSplats } from "./fine-splats.ts";
import { type LoadContext, type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { raycastDiscs, readDiscs, type SplatDiscs } from "./raycast-discs.ts";
import { readSpz, type SplatArrays } from "./read-spz.ts";
import { SplatCloud } from "./splat-cloud.ts";
import { spreadDiscs } from "./spread-discs.ts";

const fineFileName = "splats.rad";
const coarseOnly = { loaded: 1, loading: 0, failed: 0 };

/** Gaussian splats with levels of detail: a coarse version at once, then what the view needs. */
export const loadRadScan: ScanLoader = async (delivery, context) => {
  const coarseBytes = await fetchDelivery(delivery.entryUrl, context.signal);
  const splats = await readCoarse(coarseBytes);
  const volumes = new ScanVolumes();
  volumes.set(context.boxes);
  const coarse = new SplatCloud(splats, volumes);
  const object = new Group();
  object.add(coarse.mesh);
  const move = applyPlacement(object, context.placement);
  let boxes = context.boxes;
  const clip = (next: typeof boxes) => {
    boxes = next;
    volumes.set(next);
    fine?.clip(next);
  };
  const leaving = new AbortController();
  const fineUrl = resolveDeliveryUrl(delivery.entryUrl, fineFileName);
  let fine: FineSplats | null = null;
  let isRefining = false;
  let discs: SplatDiscs | null = null;
  let obstacles: PointSet | null = null;
  const refine = () => {
    isRefining = true;
    void loadFine(fineUrl, { ...context, signal: leaving.signal }).then((loaded) => {
      if (loaded === null) return;
      if (leaving.signal.aborted) {
        loaded.dispose();
        return;
      }
      fine = loaded;
      fine.clip(boxes);
      object.add(loaded.object);
      context.invalidate();
    });
  };
  return {
    object,
    move,
    bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
    isSolid: false,
    raycast: (ray, options) => {
      // Thirty thousand discs take a moment to read: wait for the first pick.
      discs ??= readDiscs(splats);
      const own = discs;
      // A walker's floor has to be whole; a pick meets what is drawn.
      const drawn = options.surfaces === "seen" && fine?.hasPicture ? fine : null;
      return volumes.raycast(ray, options, (past, pastOptions) =>
        raycastPlaced(
          object,
          past,
          pastOptions,
          (ownRay, ownOptions) => drawn?.raycast(ownRay, ownOptions) ?? raycastDiscs(own, ownRay, ownOptions),
        ),
      );
    },
    listObstacles: () => {
      discs ??= readDiscs(splats);
      obstacles ??= spreadDiscs(discs);
      return [{ points: obstacles, matrix: coarse.mesh.matrixWorld, isHidden: volumes.isHidden }];
    },
    update: (camera) => {
      if (coarse.mesh.visible) coarse.face(camera);
      fine?.update(camera);
      // Waits until the coarse version is on screen: the renderer's code is larger than everything before it.
      if (!isRefining) requestAnimationFrame(() => requestAnimationFrame(() => isRefining || refine()));
      // Showing both would draw everything twice.
      if (coarse.mesh.visible && fine?.hasPicture) {
        coarse.mesh.visible = false;
        context.invalidate();
      }
    },
    cut: (heightM) => {
      coarse.cut(heightM);
      fine?.cut(heightM);
    },
    clip,
    usage: () => fine?.usage() ?? { cacheBytes: coarseBytes.byteLength, ...coarseOnly, splats: splats.count },
    dispose: () => {
      leaving.abort();
      object.clear();
      coarse.dispose();
      fine?.dispose();
    },
  } satisfies LoadedScan;
};

async function readCoarse(bytes: ArrayBuffer): Promise<SplatArrays> {
  try {
    return await readSpz(bytes);
  } catch (cause) {
    throw new ScanLoadError("unreadable", { cause });
  }
}

/** Null if loading fails: the coarse version stays. */
async function loadFine(url: string, context: LoadContext): Promise<FineSplats | null> {
  try {
    const { loadFineSplats } = await import("./fine-splats.ts");
    return await loadFineSplats(url, context);
  } catch {
    return null;
  }
}
