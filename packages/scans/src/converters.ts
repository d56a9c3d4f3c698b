import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { Converter } from "./conversion.ts";

/** The converter of each kind, loaded on its first use. */
export const converters: Readonly<Record<ScanKind, () => Promise<Converter>>> = {
  mesh: async () => (await import("./mesh/convert-mesh.ts")).convertMesh,
  "point-cloud": async () => (await import("./point-cloud/convert-point-cloud.ts")).convertPointCloud,
  splat: async () => (await import("./splat/convert-splat.ts")).convertSplat,
  panorama: async () => (await import("./panorama/convert-panorama.ts")).convertPanorama,
  plan: async () => (await import("./plan-file/convert-plan.ts")).convertPlan,
};
