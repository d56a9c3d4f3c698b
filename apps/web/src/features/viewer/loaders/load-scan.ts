import type { DeliveryForm } from "@blueprint/contract/scan-formats";
import type { ScanDelivery } from "@blueprint/contract/scans";
import type { ScanLoader } from "./loaded-scan.ts";

// Each form is a separate chunk: a page with a mesh never loads the splat renderer.
const loaders: Record<DeliveryForm, () => Promise<ScanLoader>> = {
  glb: async () => (await import("./glb-scan.ts")).loadGlbScan,
  "3d-tiles": async () => (await import("./tiles-scan.ts")).loadTilesScan,
  rad: async () => (await import("./rad-scan.ts")).loadRadScan,
  spz: async () => (await import("./spz-scan.ts")).loadSpzScan,
  "image-pyramid": async () => (await import("./panorama-scan.ts")).loadPanoramaScan,
  "plan-sheets": async () => (await import("./plan-sheet.ts")).loadPlanSheet,
};

/** Loads a delivery with its form's loader. @throws ScanLoadError */
export const loadScan: ScanLoader = async (delivery, context) => {
  const load = await loaders[delivery.form]();
  return load(delivery, context);
};

/** Starts loading a form's code before there is a canvas. */
export function preloadScanLoader(delivery: ScanDelivery): void {
  // A failure recurs, and is reported, when the scan is actually loaded.
  loaders[delivery.form]().catch(() => undefined);
}
