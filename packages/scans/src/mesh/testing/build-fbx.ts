import { zlibSync } from "fflate";

/** A record to write: plain numbers are doubles, integers go in `int` and `long`, lists are typed arrays. */
export interface FbxRecord {
  readonly name: string;
  readonly values?: readonly FbxTestValue[];
  readonly children?: readonly FbxRecord[];
}
type FbxTestValue =
  | number
  | string
  | { readonly long: number }
  | { readonly int: number }
  | Float64Array
  | Int32Array
  | Uint8Array;

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function number(bytes: number, write: (view: DataView) => void): Uint8Array {
  const written = new Uint8Array(bytes);
  write(new DataView(written.buffer));
  return written;
}

const uint32 = (value: number) => number(4, (view) => view.setUint32(0, value, true));

function encodeValue(value: FbxTestValue): Uint8Array {
  if (typeof value === "number") return join([latin1("D"), number(8, (view) => view.setFloat64(0, value, true))]);
  if (typeof value === "string") return join([latin1("S"), uint32(value.length), latin1(value)]);
  if (value instanceof Uint8Array) return join([latin1("R"), uint32(value.length), value]);
  if (value instanceof Float64Array || value instanceof Int32Array) {
    const packed = zlibSync(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    const type = value instanceof Float64Array ? "d" : "i";
    return join([latin1(type), uint32(value.length), uint32(1), uint32(packed.length), packed]);
  }
  if ("int" in value) return join([latin1("I"), number(4, (view) => view.setInt32(0, value.int, true))]);
  return join([latin1("L"), number(8, (view) => view.setBigInt64(0, BigInt(value.long), true))]);
}

/** A binary FBX of these records; from version 7.5 on with 64-bit offsets. */
export function buildFbx(records: readonly FbxRecord[], version = 7400): Uint8Array<ArrayBuffer> {
  const is64 = version >= 7500;
  const headBytes = is64 ? 25 : 13;
  const offset = (value: number) =>
    is64 ? number(8, (view) => view.setBigUint64(0, BigInt(value), true)) : uint32(value);
  const encode = ({ name, values = [], children = [] }: FbxRecord, at: number): Uint8Array => {
    const encodedValues = join(values.map(encodeValue));
    const start = at + headBytes + name.length;
    const inner = encodeAll(children, start + encodedValues.length);
    const end = start + encodedValues.length + inner.length;
    return join([
      ...[end, values.length, encodedValues.length].map(offset),
      Uint8Array.of(name.length),
      latin1(name),
      encodedValues,
      inner,
    ]);
  };
  const encodeAll = (list: readonly FbxRecord[], at: number): Uint8Array => {
    const parts: Uint8Array[] = [];
    let next = at;
    for (const record of list) {
      const part = encode(record, next);
      parts.push(part);
      next += part.length;
    }
    return list.length === 0 ? new Uint8Array() : join([...parts, new Uint8Array(headBytes)]);
  };
  const head = join([latin1("Kaydara FBX Binary  \0"), Uint8Array.of(0x1a, 0), uint32(version)]);
  const body = encodeAll(records, head.length);
  return new Uint8Array(join([head, body, new Uint8Array(160)]));
}

/** The same records as a text FBX. */
export function buildFbxText(
  records: readonly FbxRecord[],
  cutBase64: (base64: string) => readonly string[] = (base64) => [base64],
): string {
  const value = (item: FbxTestValue): string => {
    // Text files reverse the order of the name's parts.
    if (typeof item === "string") return `"${item.split("\0\x01").reverse().join("::")}"`;
    if (typeof item === "number") return String(item);
    if (item instanceof Uint8Array) {
      return `,\n${cutBase64(Buffer.from(item).toString("base64"))
        .map((piece) => `"${piece}"`)
        .join(",\n")}`;
    }
    if (item instanceof Float64Array || item instanceof Int32Array)
      return `*${item.length} {\n\t\ta: ${item.join(",")}\n\t}`;
    return String("int" in item ? item.int : item.long);
  };
  const write = ({ name, values = [], children = [] }: FbxRecord): string => {
    const inner = children.length === 0 ? "" : ` {\n${children.map(write).join("")}}`;
    return `${name}: ${values.map(value).join(", ")}${inner}\n`;
  };
  const header = { name: "FBXHeaderExtension", children: [{ name: "FBXVersion", values: [{ int: 7400 }] }] };
  return `; FBX 7.4.0 project file\n; ----\n\n${[header, ...records].map(write).join("")}`;
}

const property = (name: string, ...values: readonly FbxTestValue[]): FbxRecord => ({
  name: "P",
  values: [name, "", "", "A", ...values],
});
const properties = (...list: readonly FbxRecord[]): FbxRecord => ({ name: "Properties70", children: list });

export interface RoomOptions {
  /** Centimetres per unit. */
  readonly unitScale?: number;
  readonly upAxis?: number;
  readonly picture?: { readonly content?: Uint8Array; readonly path: string };
  /** Further pictures of the floor, by the property of the material that they feed. */
  readonly feeds?: Readonly<Record<string, Uint8Array>>;
  /** Position of the room's model. */
  readonly translation?: readonly [number, number, number];
  readonly scale?: readonly [number, number, number];
  readonly positions?: Float64Array;
  readonly corners?: Int32Array;
}

const ids = { geometry: 1001, model: 2002, parent: 2003, material: 3003, texture: 4004, video: 5005 };

/**
 * A floor of 8 × 6 units with a notch (one face with six corners) and a wall (one face with four). The wall is red; the
 * floor has a picture if one is given. The parent of the model moves it by (1, 2, 3).
 */
export function roomRecords({
  unitScale = 1,
  upAxis = 1,
  picture,
  feeds = {},
  translation = [0, 0, 0],
  scale = [1, 1, 1],
  positions = Float64Array.of(0, 0, 0, 8, 0, 0, 8, 0, 3, 4, 0, 3, 4, 0, 6, 0, 0, 6, 0, 2, 0, 8, 2, 0),
  corners = Int32Array.of(0, 5, 4, 3, 2, ~1, 0, 1, 7, ~6),
}: RoomOptions = {}): FbxRecord[] {
  const faces = [...corners].filter((corner) => corner < 0).length;
  const uvs = [...corners].flatMap((corner) => {
    const at = (corner < 0 ? ~corner : corner) * 3;
    return [(positions[at] ?? 0) / 8, (positions[at + 2] ?? 0) / 6];
  });
  const connection = (child: number, parent: number, target?: string): FbxRecord => ({
    name: "C",
    values: [
      target === undefined ? "OO" : "OP",
      { long: child },
      { long: parent },
      ...(target === undefined ? [] : [target]),
    ],
  });
  const material = (id: number, colour: readonly [number, number, number]): FbxRecord => ({
    name: "Material",
    values: [{ long: id }, "m\0\x01Material", ""],
    children: [properties(property("DiffuseColor", ...colour))],
  });
  const pictures = [
    ...(picture === undefined ? [] : [{ ...picture, property: "DiffuseColor" }]),
    ...Object.entries(feeds).map(([fed, content], at) => ({ path: `${at}.png`, content, property: fed })),
  ];
  const pictureRecords = pictures.flatMap(({ path, content }, at): FbxRecord[] => [
    {
      name: "Texture",
      values: [{ long: ids.texture + at }, "t\0\x01Texture", ""],
      children: [{ name: "RelativeFilename", values: [path] }],
    },
    {
      name: "Video",
      values: [{ long: ids.video + at }, "v\0\x01Video", "Clip"],
      children: content === undefined ? [] : [{ name: "Content", values: [content] }],
    },
  ]);
  return [
    {
      name: "GlobalSettings",
      children: [properties(property("UpAxis", { int: upAxis }), property("UnitScaleFactor", unitScale))],
    },
    {
      name: "Objects",
      children: [
        {
          name: "Geometry",
          values: [{ long: ids.geometry }, "room\0\x01Geometry", "Mesh"],
          children: [
            { name: "Vertices", values: [positions] },
            { name: "PolygonVertexIndex", values: [corners] },
            {
              name: "LayerElementUV",
              values: [{ int: 0 }],
              children: [
                { name: "MappingInformationType", values: ["ByPolygonVertex"] },
                { name: "ReferenceInformationType", values: ["IndexToDirect"] },
                { name: "UV", values: [Float64Array.from(uvs)] },
                { name: "UVIndex", values: [Int32Array.from({ length: corners.length }, (_, at) => at)] },
              ],
            },
            {
              name: "LayerElementMaterial",
              values: [{ int: 0 }],
              children: [
                { name: "MappingInformationType", values: ["ByPolygon"] },
                { name: "Materials", values: [Int32Array.from({ length: faces }, (_, face) => (face === 1 ? 1 : 0))] },
              ],
            },
          ],
        },
        {
          name: "Model",
          values: [{ long: ids.model }, "room\0\x01Model", "Mesh"],
          children: [properties(property("Lcl Translation", ...translation), property("Lcl Scaling", ...scale))],
        },
        {
          name: "Model",
          values: [{ long: ids.parent }, "site\0\x01Model", "Null"],
          children: [properties(property("Lcl Translation", 1, 2, 3))],
        },
        material(ids.material, [0.5, 0.5, 0.5]),
        material(ids.material + 1, [1, 0, 0]),
        ...pictureRecords,
      ],
    },
    {
      name: "Connections",
      children: [
        connection(ids.parent, 0),
        connection(ids.model, ids.parent),
        connection(ids.geometry, ids.model),
        connection(ids.material, ids.model),
        connection(ids.material + 1, ids.model),
        ...pictures.flatMap(({ property: fed }, at) => [
          connection(ids.texture + at, ids.material, fed),
          connection(ids.video + at, ids.texture + at),
        ]),
      ],
    },
  ];
}
