import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { readGltf } from "../read-gltf.ts";
import { readUsdz } from "../usd/read-usdz.ts";
import { openFbxSource } from "./fbx-source.ts";
import { openGlbSource } from "./glb-source.ts";
import type { MeshSource } from "./mesh-source.ts";
import { openObjSource } from "./obj-source.ts";
import { openPlySource } from "./ply-source.ts";
import { toMeshSource } from "./scene-source.ts";
import { openStlSource } from "./stl-source.ts";

/**
 * Opens a mesh of any format. The file must have passed its probe.
 * @param workDir an empty folder for data that cannot be read in place
 * @throws ScanProblem
 */
export async function openMeshSource(job: ConversionJob, source: ByteSource, workDir: string): Promise<MeshSource> {
  switch (job.format) {
    case "glb":
      return (await openGlbSource(job, source)) ?? toMeshSource(await readGltf(job, source));
    case "gltf":
    case "gltf-zip":
      return toMeshSource(await readGltf(job, source));
    case "obj":
    case "obj-zip":
      return openObjSource(job, source, workDir);
    case "fbx":
    case "fbx-zip":
      return openFbxSource(job, source, workDir);
    case "usdz":
      return toMeshSource(await readUsdz(job, source));
    case "ply-mesh":
      return openPlySource(job, source, workDir);
    case "stl":
      return openStlSource(job, source);
    default:
      throw new Error(`${job.format} is not a mesh`);
  }
}
