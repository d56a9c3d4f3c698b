import { type Document, Logger, NodeIO, type Primitive, PropertyType } from "@gltf-transform/core";
import { ALL_EXTENSIONS, EXTMeshoptCompression } from "@gltf-transform/extensions";
import { dedup, prune, quantize, reorder, weld } from "@gltf-transform/functions";
import { MeshoptEncoder } from "meshoptimizer";
import type { MeshGroup } from "./settle-mesh.ts";

/** Replaces everything a document shows by the groups, as one mesh in one node; keeps their materials. */
export async function replaceGeometry(document: Document, groups: readonly MeshGroup[]): Promise<void> {
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const root = document.getRoot();
  for (const list of [
    root.listAnimations(),
    root.listSkins(),
    root.listCameras(),
    root.listScenes(),
    root.listNodes(),
    root.listMeshes(),
    root.listAccessors(),
    root.listBuffers(),
  ]) {
    for (const property of list) property.dispose();
  }
  for (const extension of root.listExtensionsUsed()) {
    if (
      [
        "KHR_draco_mesh_compression",
        "EXT_mesh_gpu_instancing",
        "KHR_lights_punctual",
        "KHR_materials_variants",
      ].includes(extension.extensionName)
    ) {
      extension.dispose();
    }
  }
  const buffer = document.createBuffer();
  const mesh = document.createMesh("scan");
  const accessor = (type: "SCALAR" | "VEC2" | "VEC3" | "VEC4", array: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  for (const group of groups) {
    const primitive: Primitive = document
      .createPrimitive()
      .setMaterial(group.material)
      .setMode(group.indices === undefined ? 0 : 4)
      .setAttribute("POSITION", accessor("VEC3", group.positions));
    if (group.indices !== undefined) primitive.setIndices(accessor("SCALAR", group.indices));
    if (group.normals !== undefined) primitive.setAttribute("NORMAL", accessor("VEC3", group.normals));
    if (group.colours !== undefined) primitive.setAttribute("COLOR_0", accessor("VEC4", group.colours));
    for (const [set, uvs] of group.uvSets) primitive.setAttribute(`TEXCOORD_${set}`, accessor("VEC2", uvs));
    mesh.addPrimitive(primitive);
  }
  const scene = document.createScene("scan").addChild(document.createNode("scan").setMesh(mesh));
  root.setDefaultScene(scene);
  await document.transform(
    prune({ keepAttributes: true, keepSolidTextures: true }),
    dedup({ propertyTypes: [PropertyType.TEXTURE, PropertyType.MATERIAL] }),
  );
}

/** Shrinks the document and returns it as a GLB with quantised, meshopt-compressed geometry. */
export async function writeModel(document: Document): Promise<{ glb: Uint8Array; vertices: number }> {
  await MeshoptEncoder.ready;
  await document.transform(
    weld(),
    reorder({ encoder: MeshoptEncoder, target: "size" }),
    // 16 bits place a vertex of a 30 m venue within a quarter of a millimetre.
    quantize({ quantizePosition: 16, quantizeNormal: 8, quantizeTexcoord: 14, quantizeColor: 12 }),
    prune({ keepAttributes: true, keepSolidTextures: true }),
  );
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  const io = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ "meshopt.encoder": MeshoptEncoder });
  const vertices = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + (primitive.getAttribute("POSITION")?.getCount() ?? 0), 0);
  return { glb: await io.writeBinary(document), vertices };
}
