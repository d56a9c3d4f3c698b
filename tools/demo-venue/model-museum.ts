import { Document, NodeIO } from "@gltf-transform/core";
import { EXTTextureWebP } from "@gltf-transform/extensions";
import { bakeLight } from "./bake-light.ts";
import { addBuilding } from "./building.ts";
import { addFurnishing } from "./furnishing.ts";
import { paintMaterial } from "./paint.ts";
import { materials, Surface } from "./surface.ts";

/** The museum's triangles, without light or pictures. */
export function modelMuseum(): Surface {
  const surface = new Surface();
  addBuilding(surface);
  addFurnishing(surface);
  return surface;
}

/** The museum as a GLB: metres, y up, light baked into its vertex colours, pictures as WebP. */
export async function writeMuseum(surface: Surface): Promise<Uint8Array> {
  const light = bakeLight(surface);
  const document = new Document();
  document.createExtension(EXTTextureWebP).setRequired(true);
  const buffer = document.createBuffer();
  const mesh = document.createMesh("museum");
  for (const name of materials) {
    const part = takePart(surface, light, (vertex) => surface.looks[vertex]!.material === name);
    if (part.indices.length === 0) continue;
    const texture = document
      .createTexture(name)
      .setImage((await paintMaterial(name)) as Uint8Array<ArrayBuffer>)
      .setMimeType("image/webp");
    const material = document
      .createMaterial(name)
      .setBaseColorTexture(texture)
      .setRoughnessFactor(1)
      .setMetallicFactor(0);
    const accessor = (type: "SCALAR" | "VEC2" | "VEC3", array: Float32Array | Uint16Array | Uint32Array) =>
      document
        .createAccessor()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>)
        .setBuffer(buffer);
    mesh.addPrimitive(
      document
        .createPrimitive()
        .setMaterial(material)
        .setAttribute("POSITION", accessor("VEC3", Float32Array.from(part.positions)))
        .setAttribute("TEXCOORD_0", accessor("VEC2", Float32Array.from(part.uvs)))
        .setAttribute(
          "COLOR_0",
          accessor(
            "VEC3",
            Uint16Array.from(part.colours, (value) => Math.round(value * 65_535)),
          ).setNormalized(true),
        )
        .setIndices(
          accessor(
            "SCALAR",
            part.positions.length / 3 > 65_535 ? Uint32Array.from(part.indices) : Uint16Array.from(part.indices),
          ),
        ),
    );
  }
  document.createScene("museum").addChild(document.createNode("museum").setMesh(mesh));
  return new NodeIO().registerExtensions([EXTTextureWebP]).writeBinary(document);
}

function takePart(surface: Surface, light: Float32Array, wants: (vertex: number) => boolean) {
  const numbers = new Map<number, number>();
  const part = { positions: [] as number[], uvs: [] as number[], colours: [] as number[], indices: [] as number[] };
  for (const vertex of surface.indices) {
    if (!wants(vertex)) continue;
    let number = numbers.get(vertex);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(vertex, number);
      part.positions.push(...surface.positions.slice(vertex * 3, vertex * 3 + 3));
      part.uvs.push(...surface.uvs.slice(vertex * 2, vertex * 2 + 2));
      part.colours.push(...light.subarray(vertex * 3, vertex * 3 + 3));
    }
    part.indices.push(number);
  }
  return part;
}
