import type { LengthUnit } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";

/** One line pair of a DXF: what kind of value, and the value as written. */
export interface DxfPair {
  readonly code: number;
  readonly value: string;
}

/** One entity with all its values; vertices of old polylines and texts of inserts are entities of their own, inside it. */
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
  /** Layers that are switched off or frozen. */
  readonly hiddenLayers: ReadonlySet<string>;
  readonly layers: number;
  readonly blocks: ReadonlyMap<string, DxfBlock>;
  readonly entities: readonly DxfEntity[];
}

export const dxfLimits = { entitiesMax: 2_000_000, pairsMax: 60_000_000, bytesMax: 768 * 1024 * 1024 } as const;

// $INSUNITS of the header; units that no building is drawn in are left out.
const unitsByNumber: Readonly<Record<number, LengthUnit>> = {
  1: "inch",
  2: "foot",
  4: "millimetre",
  5: "centimetre",
  6: "metre",
  21: "us-survey-foot",
};

/** Codes of values that a drawing is made of; styles, handles and extended data are dropped while reading. */
const kept = (code: number) => code <= 8 || (code >= 10 && code <= 79) || (code >= 210 && code <= 230) || code === 100;

/**
 * Reads a DXF written as text, of any version since R12. Only entities of the model are kept.
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
  #count = 0;
  #open: { type: string; pairs: DxfPair[]; parts: DxfEntity[] } | undefined;
  /** A polyline or an insert whose parts follow it until SEQEND. */
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
    };
  }

  #begin(type: string): void {
    const isDrawing = this.#section === "ENTITIES" || this.#section === "BLOCKS";
    if (!isDrawing && !(this.#section === "TABLES" && type === "LAYER")) return;
    if (++this.#count > dxfLimits.entitiesMax) throw new ScanProblem("scan-too-large", "DXF entities");
    this.#open = { type, pairs: [], parts: [] };
  }

  /** The entity that was open is complete. */
  #close(): void {
    const entity = this.#open;
    this.#open = undefined;
    if (entity === undefined) return;
    if (entity.type === "LAYER") {
      this.#layers++;
      const [flags, colour] = [numberOf(entity, 70), numberOf(entity, 62, 7)];
      // Bit 1: frozen. A negative colour: switched off.
      if ((flags & 1) === 1 || colour < 0) this.#hiddenLayers.add(textOf(entity, 2));
      return;
    }
    if (entity.type === "BLOCK") {
      this.#block = { name: textOf(entity, 2), base: [numberOf(entity, 10), numberOf(entity, 20)], entities: [] };
      return;
    }
    if (entity.type === "ENDBLK") {
      if (this.#block !== undefined) this.#blocks.set(this.#block.name, this.#block);
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
    // Entities of the paper's space are frames and title blocks at the size of the sheet.
    if (numberOf(entity, 67) === 1) return;
    if (this.#section === "BLOCKS") this.#block?.entities.push(entity);
    else this.#entities.push(entity);
  }
}

export function textOf({ pairs }: Pick<DxfEntity, "pairs">, code: number): string {
  return pairs.find((pair) => pair.code === code)?.value ?? "";
}

/** The first value of a code; what is no number is `otherwise`. */
export function numberOf({ pairs }: Pick<DxfEntity, "pairs">, code: number, otherwise = 0): number {
  const found = pairs.find((pair) => pair.code === code);
  const number = found === undefined || found.value === "" ? Number.NaN : Number(found.value);
  return Number.isFinite(number) ? number : otherwise;
}
