import type { DeliveryForm } from "@blueprint/contract/scan-formats";
import type { ScanDelivery } from "@blueprint/contract/scans";
import type { ScanLoader } from "./loaded-scan.ts";

// Each form is its own chunk: a page with a mesh never loads the splat renderer.
const loaders: Record<DeliveryForm, () => Promise<ScanLoader>> = {
  glb: async () => (await import("./glb-scan.ts")).loadGlbScan,
  "3d-tiles": async () => (await import("./tiles-scan.ts")).loadTilesScan,
  rad: async () => (await import("./rad-scan.ts")).loadRadScan,
  spz: async () => (await import("./spz-scan.ts")).loadSpzScan,
  "image-pyramid": async () => (await import("./panorama-scan.ts")).loadPanoramaScan,
  "plan-sheets": async () => (await import("./plan-sheet.ts")).loadPlanSheet,
};

/** Loads a delivery with the loader of its form. @throws ScanLoadError */
export const loadScan: ScanLoader = async (delivery, context) => {
  const load = await loaders[delivery.form]();
  return load(delivery, context);
};

/** Starts fetching a form's code before there is a canvas to draw on. */
export function preloadScanLoader(delivery: ScanDelivery): void {
  // A failure here shows again, and is told, when the scan is really loaded.
  loaders[delivery.form]().catch(() => undefined);
}
