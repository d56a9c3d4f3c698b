import type { ScanFormat } from "@blueprint/contract/scan-formats";
import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { probeFbx } from "./fbx/probe-fbx.ts";
import { probeGltf } from "./probe-gltf.ts";
import { probeObj } from "./probe-obj.ts";
import { probePlyMesh } from "./probe-ply-mesh.ts";
import { probeStl } from "./probe-stl.ts";
import { probeUsdz } from "./usd/probe-usdz.ts";

/** Reads a mesh's headers and samples. Bounds are exact for small files and sampled for large ones. */
export async function probeMesh(source: ByteSource, format: ScanFormat): Promise<PreflightReport> {
  switch (format) {
    case "glb":
    case "gltf":
    case "gltf-zip":
      return probeGltf(source, format);
    case "obj":
    case "obj-zip":
      return probeObj(source, format);
    case "fbx":
    case "fbx-zip":
      return probeFbx(source, format);
    case "usdz":
      return probeUsdz(source);
    case "ply-mesh":
      return probePlyMesh(source);
    case "stl":
      return probeStl(source);
    default:
      throw new Error(`${format} is not a mesh`);
  }
}
