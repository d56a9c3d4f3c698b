import type { LengthUnit, UpAxis } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { identity, type Matrix, multiply } from "../matrix.ts";
import {
  type FbxBytes,
  type FbxDocument,
  type FbxNode,
  fbxBinaryMagic,
  findChild,
  isFbxBytes,
  readFbxRecords,
  toNumber,
  toText,
} from "./fbx-nodes.ts";
import { fromBase64, parseFbxText } from "./parse-fbx-text.ts";

/** A surface of an FBX, as described by its material. */
export interface FbxMaterial {
  /** sRGB, 0–1. */
  readonly colour: readonly [number, number, number];
  readonly opacity: number;
  readonly picture: FbxPicture | undefined;
  /** Holds normals or heights: only its content shows which. */
  readonly relief: FbxPicture | undefined;
  readonly roughness: FbxPicture | undefined;
  readonly metalness: FbxPicture | undefined;
}

export interface FbxPicture {
  readonly embedded: FbxBytes | undefined;
  /** The path on the author's machine. */
  readonly path: string;
  readonly wrap: readonly ["repeat" | "clamp", "repeat" | "clamp"];
}

/** One placement of a geometry. */
export interface FbxShape {
  readonly geometry: FbxNode;
  readonly matrix: Matrix;
  /** Ordered by the indices that faces use. */
  readonly materials: readonly FbxMaterial[];
}

export interface FbxScene {
  readonly shapes: readonly FbxShape[];
  readonly unit: LengthUnit;
  readonly upAxis: UpAxis;
}

const shapesMax = 200_000;
const nestingMax = 512;

/** FBX units in centimetres; these factors have names. Others are applied to the scene, which is then in metres. */
const unitsByFactor: readonly (readonly [factor: number, unit: LengthUnit])[] = [
  [1, "centimetre"],
  [0.1, "millimetre"],
  [100, "metre"],
  [2.54, "inch"],
  [30.48, "foot"],
];

// Preflight and conversion never read these: animations and the like make up most of some files.
const skipped = new Set(["Takes", "Definitions", "Documents", "References", "AnimationCurve", "AnimationCurveNode"]);

/** Reads the structure of an FBX; lists of numbers are read on demand. @throws ScanProblem */
export async function openFbx(source: ByteSource): Promise<FbxDocument> {
  const head = new TextDecoder("latin1").decode(await source.read(0, fbxBinaryMagic.length));
  if (head !== fbxBinaryMagic) return await parseFbxText(source);
  return await readFbxRecords(source, (path) => !skipped.has(path.at(-1)!));
}

/** Resolves the hierarchy, transforms and materials of an FBX. @throws ScanProblem */
export function toFbxScene({ nodes }: FbxDocument): FbxScene {
  const objects = nodes.find(({ name }) => name === "Objects");
  const connections = nodes.find(({ name }) => name === "Connections");
  if (objects === undefined || connections === undefined) throw new ScanProblem("scan-empty-geometry", "FBX objects");
  const byId = new Map(objects.children.map((node) => [toText(node.values[0]), node]));
  const links = new Links(connections);
  const settings = toProperties(nodes.find(({ name }) => name === "GlobalSettings"));
  const { unit, factor } = toUnit(toNumber(settings.get("UnitScaleFactor")?.[0], 1));
  const upAxis = toUpAxis(settings);
  const materials = new Map<string, FbxMaterial>();
  const materialOf = (id: string) => {
    let material = materials.get(id);
    if (material === undefined) {
      material = toMaterial(byId.get(id)!, id, byId, links);
      materials.set(id, material);
    }
    return material;
  };
  const worlds = new Map<string, Matrix>();
  const worldOf = (id: string, depth: number): Matrix => {
    const known = worlds.get(id);
    if (known !== undefined) return known;
    if (depth > nestingMax) throw new ScanProblem("scan-corrupt", "FBX models are nested without end");
    const parent = links.parentsOf(id).find((candidate) => byId.get(candidate)?.name === "Model");
    const above = parent === undefined ? scaled(upAxis.matrix, factor) : worldOf(parent, depth + 1);
    const world = multiply(above, toLocalMatrix(toProperties(byId.get(id))));
    worlds.set(id, world);
    return world;
  };
  const shapes: FbxShape[] = [];
  for (const [id, geometry] of byId) {
    if (geometry.name !== "Geometry" || findChild(geometry, "PolygonVertexIndex") === undefined) continue;
    const models = links.parentsOf(id).filter((parent) => byId.get(parent)?.name === "Model");
    for (const model of models) {
      if (shapes.length >= shapesMax) throw new ScanProblem("scan-too-large", `more than ${shapesMax} FBX models`);
      const properties = toProperties(byId.get(model));
      shapes.push({
        geometry,
        matrix: multiply(worldOf(model, 0), toGeometricMatrix(properties)),
        materials: links
          .childrenOf(model)
          .filter((child) => byId.get(child)?.name === "Material")
          .map(materialOf),
      });
    }
  }
  return { shapes, unit, upAxis: upAxis.axis };
}

/** The object connections: child first, with the property it feeds if there is one. */
class Links {
  readonly #parents = new Map<string, string[]>();
  readonly #children = new Map<string, { readonly id: string; readonly property: string }[]>();

  constructor(connections: FbxNode) {
    for (const { name, values } of connections.children) {
      if (name !== "C") continue;
      const [, child, parent, property] = values.map(toText);
      if (child === undefined || parent === undefined) continue;
      push(this.#parents, child, parent);
      push(this.#children, parent, { id: child, property: property ?? "" });
    }
  }

  parentsOf(id: string): readonly string[] {
    return this.#parents.get(id) ?? [];
  }

  childrenOf(id: string): readonly string[] {
    return (this.#children.get(id) ?? []).map((child) => child.id);
  }

  /** The objects that feed properties of an object. */
  feedsOf(id: string): readonly { readonly id: string; readonly property: string }[] {
    return this.#children.get(id) ?? [];
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

type Properties = ReadonlyMap<string, FbxNode["values"]>;

/** `P: "name", "type", "label", "flags", value, …` */
function toProperties(node: FbxNode | undefined): Properties {
  const list = findChild(node, "Properties70")?.children ?? [];
  return new Map(list.filter(({ name }) => name === "P").map(({ values }) => [toText(values[0]), values.slice(4)]));
}

function toUnit(factor: number): { readonly unit: LengthUnit; readonly factor: number } {
  const named = unitsByFactor.find(([known]) => Math.abs(known - factor) < known * 1e-6);
  if (named !== undefined) return { unit: named[1], factor: 1 };
  return factor > 0 ? { unit: "metre", factor: factor / 100 } : { unit: "centimetre", factor: 1 };
}

/** Rotates files with x up, or a negative up axis, so that y is up. */
function toUpAxis(settings: Properties): { readonly axis: UpAxis; readonly matrix: Matrix } {
  const axis = toNumber(settings.get("UpAxis")?.[0], 1);
  const isDown = toNumber(settings.get("UpAxisSign")?.[0], 1) < 0;
  if (axis === 2 && !isDown) return { axis: "z", matrix: identity };
  if (axis === 1) return { axis: "y", matrix: isDown ? [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1] : identity };
  if (axis === 2) return { axis: "y", matrix: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1] };
  return isDown
    ? { axis: "y", matrix: [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }
    : { axis: "y", matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] };
}

const scaled = (matrix: Matrix, factor: number): Matrix =>
  factor === 1 ? matrix : multiply([factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1], matrix);

type Vector = readonly [number, number, number];

function toVector(values: FbxNode["values"] | undefined, otherwise = 0): Vector {
  return [toNumber(values?.[0], otherwise), toNumber(values?.[1], otherwise), toNumber(values?.[2], otherwise)];
}

const translation = ([x, y, z]: Vector): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const negative = ([x, y, z]: Vector): Vector => [-x, -y, -z];
const scaling = ([x, y, z]: Vector): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

// Rotation orders, first axis first; the last is a spherical variant of the first.
const rotationOrders = ["xyz", "xzy", "yzx", "yxz", "zxy", "zyx", "xyz"] as const;

function rotation(degrees: Vector, order = 0): Matrix {
  let matrix = identity;
  for (const axis of rotationOrders[order] ?? "xyz") {
    const index = axis === "x" ? 0 : axis === "y" ? 1 : 2;
    const angle = (degrees[index]! * Math.PI) / 180;
    if (angle === 0) continue;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const turn = [...identity];
    const [a, b] = [(index + 1) % 3, (index + 2) % 3];
    turn[a * 5] = cosine;
    turn[b * 5] = cosine;
    turn[a * 4 + b] = sine;
    turn[b * 4 + a] = -sine;
    matrix = multiply(turn, matrix);
  }
  return matrix;
}

/** The transpose of a pure rotation matrix. */
function inverseRotation(matrix: Matrix): Matrix {
  return matrix.map((_, at) => matrix[(at % 4) * 4 + Math.floor(at / 4)]!);
}

/** FBX SDK, "Computing transformation matrices": T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. */
function toLocalMatrix(properties: Properties): Matrix {
  const vector = (name: string, otherwise = 0) => toVector(properties.get(name), otherwise);
  const rotationPivot = vector("RotationPivot");
  const scalingPivot = vector("ScalingPivot");
  return [
    translation(vector("Lcl Translation")),
    translation(vector("RotationOffset")),
    translation(rotationPivot),
    rotation(vector("PreRotation")),
    rotation(vector("Lcl Rotation"), toNumber(properties.get("RotationOrder")?.[0])),
    inverseRotation(rotation(vector("PostRotation"))),
    translation(negative(rotationPivot)),
    translation(vector("ScalingOffset")),
    translation(scalingPivot),
    scaling(vector("Lcl Scaling", 1)),
    translation(negative(scalingPivot)),
  ].reduce(multiply);
}

/** Transforms only the geometry, not the children of its model. */
function toGeometricMatrix(properties: Properties): Matrix {
  return [
    translation(toVector(properties.get("GeometricTranslation"))),
    rotation(toVector(properties.get("GeometricRotation"))),
    scaling(toVector(properties.get("GeometricScaling"), 1)),
  ].reduce(multiply);
}

const colourProperties = /^(DiffuseColor|Diffuse|.*\|(baseColor|base_color|base_color_map|TEX_color_map))$/;
const reliefProperties = /^(NormalMap|Bump|.*\|(TEX_normal_map|normal_map|norm_map|bump_map|normalCamera))$/;
const roughnessProperties = /\|(TEX_roughness_map|roughness_map|specularRoughness)$/;
const metalnessProperties = /\|(TEX_metallic_map|metalness_map|metalness)$/;

function toMaterial(node: FbxNode, id: string, byId: ReadonlyMap<string, FbxNode>, links: Links): FbxMaterial {
  const properties = toProperties(node);
  const diffuse = properties.get("DiffuseColor") ?? properties.get("Diffuse") ?? properties.get("Maya|baseColor");
  const transparency = toNumber(properties.get("TransparencyFactor")?.[0]);
  const opacity = toNumber(properties.get("Opacity")?.[0], 1 - transparency);
  const find = (properties: RegExp) => {
    const feed = links
      .feedsOf(id)
      .find(({ id: fed, property }) => properties.test(property) && byId.get(fed)?.name === "Texture");
    return feed === undefined ? undefined : toPicture(feed.id, byId, links);
  };
  return {
    colour: diffuse === undefined ? [1, 1, 1] : toVector(diffuse, 1),
    // Some writers invert the transparency; a fully invisible scan is never intended.
    opacity: opacity > 0 && opacity < 1 ? opacity : 1,
    picture: find(colourProperties),
    relief: find(reliefProperties),
    roughness: find(roughnessProperties),
    metalness: find(metalnessProperties),
  };
}

function toPicture(id: string, byId: ReadonlyMap<string, FbxNode>, links: Links): FbxPicture {
  const texture = byId.get(id);
  const video = links
    .childrenOf(id)
    .flatMap((child) => byId.get(child) ?? [])
    .find(({ name }) => name === "Video");
  const pathOf = (node: FbxNode | undefined) =>
    ["RelativeFilename", "FileName", "Filename"]
      .map((name) => toText(findChild(node, name)?.values[0]))
      .find((path) => path !== "");
  const properties = toProperties(texture);
  const wrap = (name: string) => (toNumber(properties.get(name)?.[0]) === 1 ? "clamp" : "repeat");
  return {
    embedded: toContent(findChild(video, "Content")),
    path: pathOf(texture) ?? pathOf(video) ?? "",
    wrap: [wrap("WrapModeU"), wrap("WrapModeV")],
  };
}

/** An embedded file: bytes in a binary FBX, one or more base64 values after an empty one in a text FBX. */
function toContent(content: FbxNode | undefined): FbxBytes | undefined {
  const pieces = content?.values ?? [];
  const base64 = pieces
    .map((piece) => (typeof piece === "string" ? piece : isFbxBytes(piece) ? piece.base64 : ""))
    .join("");
  if (base64 === "") return pieces.filter(isFbxBytes).find(({ sizeBytes }) => sizeBytes > 0);
  return {
    sizeBytes: Math.floor((base64.length * 3) / 4),
    // Exporters pad every piece or only the last one.
    read: async () => {
      const parts = (base64.match(/[^=]+=*/g) ?? []).map(fromBase64);
      const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    },
  };
}
