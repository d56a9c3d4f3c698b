import { zipSync } from "fflate";

/** A USDZ: a zip without compression whose first file is the root layer. */
export function buildUsdz(files: Readonly<Record<string, Uint8Array | string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === "string" ? encoder.encode(content) : content] as const,
  );
  return new Uint8Array(zipSync(Object.fromEntries(entries), { level: 0 }));
}

const specs = { attribute: 1, prim: 6, root: 7 } as const;
const types = { int: 3, double: 9, token: 11, float3: 24, specifier: 42 } as const;
const arrayFlag = 0x8000_0000;
const inlineFlag = 0x4000_0000;

/** LZ4 with literals only, after the byte that marks a single chunk. */
function pack(bytes: Uint8Array): Uint8Array {
  const packed: number[] = [0, Math.min(15, bytes.length) << 4];
  if (bytes.length >= 15) {
    let rest = bytes.length - 15;
    for (; rest >= 255; rest -= 255) packed.push(255);
    packed.push(rest);
  }
  return Uint8Array.from([...packed, ...bytes]);
}

/** Integers in USD's packed form, with every delta written in full. */
function packIntegers(values: readonly number[]): Uint8Array {
  const codes = Math.ceil((values.length * 2) / 8);
  const view = new DataView(new ArrayBuffer(4 + codes + values.length * 4));
  for (let at = 0; at < codes; at++) view.setUint8(4 + at, 0xff);
  let before = 0;
  for (const [at, value] of values.entries()) {
    view.setInt32(4 + codes + at * 4, value - before, true);
    before = value;
  }
  return pack(new Uint8Array(view.buffer));
}

/** Writes one binary layer: a root with unit and up axis, and one mesh below it. */
class CrateWriter {
  readonly #bytes: number[] = [];
  readonly #tokens: string[] = [""];

  uint64(value: number): void {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(value), true);
    for (const byte of new Uint8Array(view.buffer)) this.#bytes.push(byte);
  }

  bytes(bytes: ArrayLike<number>): number {
    const at = this.#bytes.length;
    for (let index = 0; index < bytes.length; index++) this.#bytes.push(bytes[index]!);
    return at;
  }

  token(text: string): number {
    const known = this.#tokens.indexOf(text);
    return known >= 0 ? known : this.#tokens.push(text) - 1;
  }

  list(elements: ArrayBufferView, count: number): number {
    const at = this.#bytes.length;
    this.uint64(count);
    this.bytes(new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength));
    return at;
  }

  packed(bytes: Uint8Array): void {
    this.uint64(bytes.length);
    this.bytes(bytes);
  }

  section(sections: { name: string; start: number; sizeBytes: number }[], name: string, write: () => void): void {
    const start = this.#bytes.length;
    write();
    sections.push({ name, start, sizeBytes: this.#bytes.length - start });
  }

  tokens(): void {
    const text = new TextEncoder().encode(this.#tokens.map((token) => `${token}\0`).join(""));
    this.uint64(this.#tokens.length);
    this.uint64(text.length);
    this.packed(pack(text));
  }

  finish(sections: readonly { name: string; start: number; sizeBytes: number }[]): Uint8Array {
    const contentsAt = this.#bytes.length;
    this.uint64(sections.length);
    for (const { name, start, sizeBytes } of sections) {
      this.bytes(new TextEncoder().encode(name.padEnd(16, "\0")));
      this.uint64(start);
      this.uint64(sizeBytes);
    }
    const file = Uint8Array.from(this.#bytes);
    new DataView(file.buffer).setBigUint64(16, BigInt(contentsAt), true);
    return file;
  }
}

/** A binary USD layer with one mesh of triangles. */
export function buildCrate({
  metersPerUnit,
  upAxis,
  points,
  triangles,
}: {
  readonly metersPerUnit: number;
  readonly upAxis: "Y" | "Z";
  /** Three per point. */
  readonly points: readonly number[];
  readonly triangles: readonly number[];
}): Uint8Array {
  const writer = new CrateWriter();
  writer.bytes(new TextEncoder().encode("PXR-USDC"));
  writer.bytes([0, 8, 0, 0, 0, 0, 0, 0]);
  writer.bytes(new Uint8Array(72));
  const value = (type: number, flags: number, payload: number) => ({ type, flags, payload });
  const inlineToken = (text: string) => value(types.token, inlineFlag, writer.token(text));
  const counts = Int32Array.from({ length: triangles.length / 3 }, () => 3);
  const fields = [
    {
      name: "metersPerUnit",
      ...value(types.double, 0, writer.bytes(new Uint8Array(Float64Array.of(metersPerUnit).buffer))),
    },
    { name: "upAxis", ...inlineToken(upAxis) },
    { name: "specifier", ...value(types.specifier, inlineFlag, 0) },
    { name: "typeName", ...inlineToken("Mesh") },
    { name: "default", ...value(types.float3, arrayFlag, writer.list(Float32Array.from(points), points.length / 3)) },
    { name: "default", ...value(types.int, arrayFlag, writer.list(counts, counts.length)) },
    { name: "default", ...value(types.int, arrayFlag, writer.list(Int32Array.from(triangles), triangles.length)) },
  ].map((field) => ({ ...field, token: writer.token(field.name) }));
  const fieldSets = [0, 1, -1, 2, 3, -1, 4, -1, 5, -1, 6, -1];
  // The root, its mesh, and the mesh's properties, whose names have a negative sign.
  const names = ["room", "points", "faceVertexCounts", "faceVertexIndices"].map((name) => writer.token(name));
  const elements = [0, names[0]!, -names[1]!, -names[2]!, -names[3]!];
  const jumps = [-1, -1, 0, 0, -2];
  const order = [0, 1, 2, 3, 4];
  const sections: { name: string; start: number; sizeBytes: number }[] = [];
  writer.section(sections, "TOKENS", () => writer.tokens());
  writer.section(sections, "STRINGS", () => writer.uint64(0));
  writer.section(sections, "FIELDS", () => {
    writer.uint64(fields.length);
    writer.packed(packIntegers(fields.map(({ token }) => token)));
    const values = new DataView(new ArrayBuffer(fields.length * 8));
    for (const [at, { type, flags, payload }] of fields.entries()) {
      values.setUint32(at * 8, payload, true);
      values.setUint32(at * 8 + 4, (flags | (type << 16)) >>> 0, true);
    }
    writer.packed(pack(new Uint8Array(values.buffer)));
  });
  writer.section(sections, "FIELDSETS", () => {
    writer.uint64(fieldSets.length);
    writer.packed(packIntegers(fieldSets));
  });
  writer.section(sections, "PATHS", () => {
    writer.uint64(order.length);
    writer.uint64(order.length);
    for (const list of [order, elements, jumps]) writer.packed(packIntegers(list));
  });
  writer.section(sections, "SPECS", () => {
    writer.uint64(order.length);
    const kinds = [specs.root, specs.prim, specs.attribute, specs.attribute, specs.attribute];
    for (const list of [order, [0, 3, 6, 8, 10], kinds]) writer.packed(packIntegers(list));
  });
  return writer.finish(sections);
}

/** A text layer: a floor of 4 × 3 units with a picture, moved by (10, 0, 0). */
export function buildUsda({
  metersPerUnit = 1,
  upAxis = "Y",
  picture,
  inputs = {},
}: {
  readonly metersPerUnit?: number;
  readonly upAxis?: "Y" | "Z";
  readonly picture?: string;
  /** Pictures of further inputs of the surface, with the output that feeds each: `roughness: ["rough.png", "r"]`. */
  readonly inputs?: Readonly<Record<string, readonly [file: string, output: "r" | "g" | "b" | "rgb"]>>;
} = {}): string {
  const [a, b] = upAxis === "Y" ? ["(4, 0, 3)", "(0, 0, 3)"] : ["(4, 3, 0)", "(0, 3, 0)"];
  return `#usda 1.0
(
    defaultPrim = "Room"
    metersPerUnit = ${metersPerUnit}
    upAxis = "${upAxis}"
)

def Xform "Room"
{
    double3 xformOp:translate = (10, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]

    def Mesh "Floor"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        rel material:binding = </Room/Looks/Wood>
        point3f[] points = [(0, 0, 0), (4, 0, 0), ${a}, ${b}]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (
            interpolation = "vertex"
        )
    }

    def Scope "Looks"
    {
        def Material "Wood"
        {
            token outputs:surface.connect = </Room/Looks/Wood/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor${picture === undefined ? " = (0.8, 0.1, 0.1)" : ".connect = </Room/Looks/Wood/Picture.outputs:rgb>"}
${Object.entries(inputs)
  .map(([name, [, output]]) => {
    const type = name === "normal" ? "normal3f" : name === "emissiveColor" ? "color3f" : "float";
    return `                ${type} inputs:${name}.connect = </Room/Looks/Wood/Picture_${name}.outputs:${output}>`;
  })
  .join("\n")}
                token outputs:surface
            }
${Object.entries(inputs)
  .map(
    ([name, [file, output]]) => `
            def Shader "Picture_${name}"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @${file}@
                ${output === "rgb" ? "float3" : "float"} outputs:${output}
            }
`,
  )
  .join("")}
            def Shader "Picture"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @${picture ?? "none.png"}@
                float3 outputs:rgb
            }
        }
    }
}
`;
}
