import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Document, GLB_BUFFER, type GLTF, Logger, NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { MeshoptDecoder } from "meshoptimizer";
import { readCompressedFile } from "../../compressed-file.ts";

let reader: NodeIO | undefined;

/**
 * Reads a delivered tile back, with the pictures stored beside it.
 * @param path relative to the delivery folder
 */
export async function readTile(outputDir: string, path: string): Promise<Document> {
  await MeshoptDecoder.ready;
  reader ??= new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ "meshopt.decoder": MeshoptDecoder });
  // The library's GLB-to-JSON conversion rejects external pictures.
  const bytes = await readCompressedFile(join(outputDir, path));
  const jsonBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes))) as GLTF.IGLTF;
  const resources: Record<string, Uint8Array<ArrayBuffer>> = { [GLB_BUFFER]: bytes.slice(28 + jsonBytes) };
  for (const { uri } of json.images ?? []) {
    if (uri !== undefined) resources[uri] = new Uint8Array(await readFile(join(outputDir, dirname(path), uri)));
  }
  return reader.readJSON({ json, resources });
}
