import { listVolumesOf, type Volume } from "@blueprint/scene/volume";
import type { ScanVolume } from "../../../viewer/viewer.ts";

/** Adds the volumes to every scan that has any. */
export function withVolumes<S extends { readonly id: string }>(
  scans: readonly S[],
  volumes: readonly Volume[],
): (S & { readonly volumes?: readonly ScanVolume[] })[] {
  if (volumes.length === 0) return [...scans];
  return scans.map((scan) => {
    const own = listVolumesOf(volumes, scan.id);
    return own.length === 0 ? scan : { ...scan, volumes: own };
  });
}
