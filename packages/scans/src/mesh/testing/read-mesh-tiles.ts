import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ScanReport } from "@blueprint/contract/scan-report";
import type { Document } from "@gltf-transform/core";

import validator from "gltf-validator";
import { readCompressedFile } from "../../compressed-file.ts";
import { readTile } from "../tiles/read-tile.ts";

/** One tile as a third-party reader sees it. */
export interface ReadTile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly document: Document;
  readonly geometricError: number;
  readonly refine: string;
  /** Centre and half axes, z up. */
  readonly box: readonly number[];
  readonly children: readonly ReadTile[];
  /** Errors and warnings of the Khronos validator. */
  readonly problems: readonly string[];
}

interface TileJson {
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
  readonly refine: string;
  readonly content: { readonly uri: string };
  readonly children?: readonly TileJson[];
}

/** Reads a delivered tileset back, including external subtrees. */
export async function readMeshTiles(folder: string, { delivery }: Pick<ScanReport, "delivery">): Promise<ReadTile> {
  const readJson = async (path: string) =>
    JSON.parse(new TextDecoder().decode(await readCompressedFile(join(folder, path)))) as {
      asset: { version: string };
      root: TileJson;
    };
  const readBeside = async (uri: string, name: string) =>
    new Uint8Array(await readFile(join(folder, dirname(uri), name)));
  const read = async (tile: TileJson): Promise<ReadTile> => {
    const { uri } = tile.content;
    if (uri.endsWith(".json")) return read((await readJson(uri)).root);
    const bytes = await readCompressedFile(join(folder, uri));
    const { issues } = await validator.validateBytes(bytes, {
      externalResourceFunction: (name: string) => readBeside(uri, name),
    });
    const children: ReadTile[] = [];
    for (const child of tile.children ?? []) children.push(await read(child));
    return {
      path: uri,
      sizeBytes: bytes.length,
      document: await readTile(folder, uri),
      geometricError: tile.geometricError,
      refine: tile.refine,
      box: tile.boundingVolume.box,
      children,
      problems: issues.messages.filter(({ severity }) => severity < 2).map(({ code, message }) => `${code} ${message}`),
    };
  };
  return read((await readJson(delivery.entry)).root);
}

export function listTiles(root: ReadTile): ReadTile[] {
  return [root, ...root.children.flatMap(listTiles)];
}

export function listLeaves(root: ReadTile): ReadTile[] {
  return root.children.length === 0 ? [root] : root.children.flatMap(listLeaves);
}

/** The corners of a tile's triangles, nine numbers each, metres, y up: exactly as given by its integers and node. */
export function readTriangles({ document }: ReadTile): number[][] {
  const node = document.getRoot().listNodes()[0]!;
  const [scale, translation] = [node.getScale(), node.getTranslation()];
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .filter((primitive) => primitive.getMode() === 4)
    .flatMap((primitive) => {
      const position = primitive.getAttribute("POSITION")!;
      const corners = [...primitive.getIndices()!.getArray()!].map((vertex) =>
        position.getElement(vertex, []).map((value, axis) => value * scale[axis]! + translation[axis]!),
      );
      return Array.from({ length: corners.length / 3 }, (_, at) => corners.slice(at * 3, at * 3 + 3).flat());
    });
}
