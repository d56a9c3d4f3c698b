import type { LengthUnit } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";

/** One group of a DXF: its code, and the value as written. */
export interface DxfPair {
  readonly code: number;
  readonly value: string;
}

/** One entity with all its values; vertices of old polylines and texts of inserts are nested entities. */
export interface DxfEntity {
  readonly type: string;
  readonly pairs: readonly DxfPair[];
  readonly parts: readonly DxfEntity[];
}

export interface DxfBlock {
  readonly base: readonly [number, number];
  readonly entities: readonly DxfEntity[];
}

export interface DxfDrawing {
  readonly unit: LengthUnit;
  /** Layers that are off or frozen, keyed by `toDxfKey`. */
  readonly hiddenLayers: ReadonlySet<string>;
  readonly layers: number;
  /** By name, keyed by `toDxfKey`. */
  readonly blocks: ReadonlyMap<string, DxfBlock>;
  /** Model space. */
  readonly entities: readonly DxfEntity[];
  /** Paper space: usually frames and title blocks, in some files the whole drawing. */
  readonly paperEntities: readonly DxfEntity[];
}

export const dxfLimits = { entitiesMax: 2_000_000, pairsMax: 60_000_000, bytesMax: 768 * 1024 * 1024 } as const;

// $INSUNITS of the header; omits units not used for buildings.
const unitsByNumber: Readonly<Record<number, LengthUnit>> = {
  1: "inch",
  2: "foot",
  4: "millimetre",
  5: "centimetre",
  6: "metre",
  21: "us-survey-foot",
};

/** Group codes that drawings need; styles, handles and extended data are dropped while reading. */
const kept = (code: number) => code <= 8 || (code >= 10 && code <= 79) || (code >= 210 && code <= 230) || code === 100;

/**
 * Reads a text DXF of any version since R12.
 * @throws ScanProblem `scan-truncated`, `scan-corrupt`, `scan-too-large`, `scan-unsupported-feature` for binary DXF
 */
export async function readDxf(lines: AsyncIterable<string>): Promise<DxfDrawing> {
  const reader = new DxfReader();
  let code: number | undefined;
  let pairs = 0;
  for await (const raw of lines) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (code === undefined) {
      const text = line.trim();
      if (text === "" && pairs === 0) continue;
      code = Number(text);
      if (!Number.isInteger(code) || text === "") {
        throw new ScanProblem("scan-corrupt", `DXF group code ${JSON.stringify(text.slice(0, 40))}`);
      }
      continue;
    }
    if (++pairs > dxfLimits.pairsMax) throw new ScanProblem("scan-too-large", "DXF values");
    if (reader.take({ code, value: line.trim() })) return reader.finish();
    code = undefined;
  }
  throw new ScanProblem("scan-truncated", "DXF without its end");
}

class DxfReader {
  #section = "";
  #awaitsSection = false;
  #variable = "";
  #unit: LengthUnit = "unknown";
  readonly #hiddenLayers = new Set<string>();
  #layers = 0;
  readonly #blocks = new Map<string, DxfBlock>();
  #block: { name: string; base: [number, number]; entities: DxfEntity[] } | undefined;
  readonly #entities: DxfEntity[] = [];
  readonly #paperEntities: DxfEntity[] = [];
  #count = 0;
  #open: { type: string; pairs: DxfPair[]; parts: DxfEntity[] } | undefined;
  /** A polyline or insert whose parts follow until SEQEND. */
  #container: { type: string; pairs: DxfPair[]; parts: DxfEntity[] } | undefined;

  /** @returns whether the file is at its end */
  take(pair: DxfPair): boolean {
    const { code, value } = pair;
    if (code === 0) {
      this.#close();
      if (value === "EOF") return true;
      if (value === "SECTION") this.#awaitsSection = true;
      else if (value === "ENDSEC") this.#section = "";
      else this.#begin(value);
      return false;
    }
    if (this.#awaitsSection && code === 2) {
      this.#section = value;
      this.#awaitsSection = false;
      return false;
    }
    if (this.#section === "HEADER") {
      if (code === 9) this.#variable = value;
      else if (this.#variable === "$INSUNITS" && code === 70) this.#unit = unitsByNumber[Number(value)] ?? "unknown";
      return false;
    }
    if (this.#open !== undefined && kept(code)) this.#open.pairs.push(pair);
    return false;
  }

  finish(): DxfDrawing {
    return {
      unit: this.#unit,
      hiddenLayers: this.#hiddenLayers,
      layers: this.#layers,
      blocks: this.#blocks,
      entities: this.#entities,
      paperEntities: this.#paperEntities,
    };
  }

  #begin(type: string): void {
    const isDrawing = this.#section === "ENTITIES" || this.#section === "BLOCKS";
    if (!isDrawing && !(this.#section === "TABLES" && type === "LAYER")) return;
    if (++this.#count > dxfLimits.entitiesMax) throw new ScanProblem("scan-too-large", "DXF entities");
    this.#open = { type, pairs: [], parts: [] };
  }

  /** Completes the open entity. */
  #close(): void {
    const entity = this.#open;
    this.#open = undefined;
    if (entity === undefined) return;
    if (entity.type === "LAYER") {
      this.#layers++;
      const [flags, colour] = [numberOf(entity, 70), numberOf(entity, 62, 7)];
      // Bit 1: frozen. A negative colour: off.
      if ((flags & 1) === 1 || colour < 0) this.#hiddenLayers.add(toDxfKey(textOf(entity, 2)));
      return;
    }
    if (entity.type === "BLOCK") {
      this.#block = { name: textOf(entity, 2), base: [numberOf(entity, 10), numberOf(entity, 20)], entities: [] };
      return;
    }
    if (entity.type === "ENDBLK") {
      if (this.#block !== undefined) this.#blocks.set(toDxfKey(this.#block.name), this.#block);
      this.#block = undefined;
      return;
    }
    if (entity.type === "SEQEND") {
      this.#container = undefined;
      return;
    }
    if (this.#container !== undefined && (entity.type === "VERTEX" || entity.type === "ATTRIB")) {
      this.#container.parts.push(entity);
      return;
    }
    const hasParts = entity.type === "POLYLINE" || (entity.type === "INSERT" && numberOf(entity, 66) === 1);
    this.#container = hasParts ? entity : undefined;
    if (this.#section === "BLOCKS") this.#block?.entities.push(entity);
    else if (numberOf(entity, 67) === 1) this.#paperEntities.push(entity);
    else this.#entities.push(entity);
  }
}

/** Names of layers and blocks are case-insensitive. */
export function toDxfKey(name: string): string {
  return name.toUpperCase();
}

export function textOf({ pairs }: Pick<DxfEntity, "pairs">, code: number): string {
  return pairs.find((pair) => pair.code === code)?.value ?? "";
}

/** The first value of a code; `otherwise` if it is not a number. */
export function numberOf({ pairs }: Pick<DxfEntity, "pairs">, code: number, otherwise = 0): number {
  const found = pairs.find((pair) => pair.code === code);
  const number = found === undefined || found.value === "" ? Number.NaN : Number(found.value);
  return Number.isFinite(number) ? number : otherwise;
}
