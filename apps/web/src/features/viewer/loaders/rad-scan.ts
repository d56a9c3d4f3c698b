import { Box3, Group, Vector3 } from "three";
import { fetchDelivery, resolveDeliveryUrl } from "./fetch-delivery.ts";
import type { FineSplats } from "./fine-splats.ts";
import { type LoadContext, type LoadedScan, ScanLoadError, type ScanLoader } from "./loaded-scan.ts";
import { raycastDiscs, readDiscs, type SplatDiscs } from "./raycast-discs.ts";
import { readSpz, type SplatArrays } from "./read-spz.ts";
import { SplatCloud } from "./splat-cloud.ts";
import { raycastStanding, standObject } from "./stand-object.ts";

const fineFileName = "splats.rad";
const coarseOnly = { loaded: 1, loading: 0, failed: 0 };

/** Gaussian splats with levels of detail: a coarse whole at once, then what the view needs. */
export const loadRadScan: ScanLoader = async (delivery, context) => {
  const coarseBytes = await fetchDelivery(delivery.entryUrl, context.signal);
  const splats = await readCoarse(coarseBytes);
  const coarse = new SplatCloud(splats);
  const object = new Group();
  object.add(coarse.mesh);
  standObject(object, context.stand);
  const leaving = new AbortController();
  const fineUrl = resolveDeliveryUrl(delivery.entryUrl, fineFileName);
  let fine: FineSplats | null = null;
  let isRefining = false;
  let discs: SplatDiscs | null = null;
  const refine = () => {
    isRefining = true;
    void loadFine(fineUrl, { ...context, signal: leaving.signal }).then((loaded) => {
      if (loaded === null) return;
      if (leaving.signal.aborted) {
        loaded.dispose();
        return;
      }
      fine = loaded;
      object.add(loaded.object);
      context.invalidate();
    });
  };
  return {
    object,
    bounds: new Box3(new Vector3(...delivery.bounds.min), new Vector3(...delivery.bounds.max)),
    isSolid: false,
    raycast: (ray, options) => {
      // Thirty thousand discs take a moment to read: only once somebody points.
      discs ??= readDiscs(splats);
      const own = discs;
      return raycastStanding(object, ray, options, (ownRay, ownOptions) => raycastDiscs(own, ownRay, ownOptions));
    },
    update: (camera) => {
      if (coarse.mesh.visible) coarse.sort(camera);
      fine?.update(camera);
      // Once the coarse whole is on the screen: the renderer's code is larger than all that came before it.
      if (!isRefining) requestAnimationFrame(() => requestAnimationFrame(() => isRefining || refine()));
      // Both at once would show everything twice.
      if (coarse.mesh.visible && fine?.hasPicture) {
        coarse.mesh.visible = false;
        context.invalidate();
      }
    },
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

/** Null where it does not come: the coarse whole is a picture, too, and stays. */
async function loadFine(url: string, context: LoadContext): Promise<FineSplats | null> {
  try {
    const { loadFineSplats } = await import("./fine-splats.ts");
    return await loadFineSplats(url, context);
  } catch {
    return null;
  }
}
