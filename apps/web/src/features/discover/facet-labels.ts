import type { PlaceFeature } from "@blueprint/contract/discover";
import { openedLatelyDays } from "@blueprint/contract/discover";
import type { ScanKind } from "@blueprint/contract/scan-formats";

export const scanLabels: Readonly<Record<ScanKind, string>> = {
  mesh: "Mesh",
  "point-cloud": "Point cloud",
  splat: "Splats",
  panorama: "Panorama",
  plan: "Floor plan",
};

export const featureLabels: Readonly<Record<PlaceFeature, string>> = {
  tour: "Tour",
  guide: "Prepared guide",
  stepFree: "Step-free tour",
  lately: `Opened in the last ${openedLatelyDays} days`,
};
