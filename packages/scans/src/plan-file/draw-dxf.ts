import type { LengthUnit } from "@blueprint/contract/scan-report";
import { ScanProblem } from "../scan-problem.ts";
import { type DxfDrawing, type DxfEntity, numberOf, textOf, toDxfKey } from "./read-dxf.ts";

/** A polyline as alternating x and y values, in the drawing's unit, y up. */
export type DxfLine = readonly number[];

export interface DxfText {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Degrees, counterclockwise. */
  readonly turn: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
}

export interface DrawnDxf {
  readonly lines: readonly DxfLine[];
  readonly texts: readonly DxfText[];
  /** Non-finite values and extreme outliers were dropped. */
  readonly hasInvalid: boolean;
  /** Entity types that are not drawn, such as 3D solids. */
  readonly leftOut: ReadonlySet<string>;
  /** Unknown if only paper space is drawn, whatever the header says: its lengths are those of the sheet. */
  readonly unit: LengthUnit;
}

const coordinatesMax = 12_000_000;
const insertsMax = 500_000;
const nestingMax = 24;
/** Arcs get a vertex about every six degrees. */
const arcStep = Math.PI / 30;
const ignored = new Set(["POINT", "VIEWPORT", "ATTDEF", "IMAGE", "WIPEOUT", "XLINE", "RAY", "OLE2FRAME"]);

/** a c e / b d f, in SVG order. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const multiply = (m: Affine, n: Affine): Affine => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/**
 * Draws the entities of a DXF as lines and texts: expands inserted blocks and flattens curves.
 * @throws ScanProblem `scan-corrupt` for blocks that contain themselves, `scan-too-large`, `scan-empty-geometry`
 */
export function drawDxf(drawing: DxfDrawing): DrawnDxf {
  let hasInvalid = false;
  for (const { entities, isPaper } of listSpaces(drawing)) {
    const artist = new Artist(drawing, isPaper ? "unknown" : drawing.unit);
    for (const entity of entities) artist.draw(entity, [1, 0, 0, 1, 0, 0], []);
    if (artist.lines.length + artist.texts.length > 0) return artist;
    hasInvalid ||= artist.hasInvalid;
  }
  throw new ScanProblem(hasInvalid ? "scan-invalid-geometry" : "scan-empty-geometry", "DXF");
}

interface DxfSpace {
  readonly entities: readonly DxfEntity[];
  readonly isPaper: boolean;
}

/** The places where a drawing can be, most likely first. */
function* listSpaces({ entities, paperEntities, blocks }: DxfDrawing): Generator<DxfSpace> {
  yield { entities, isPaper: false };
  const all = [...blocks];
  const find = (pattern: RegExp) => all.filter(([name]) => pattern.test(name)).map(([, block]) => block.entities);
  for (const model of find(/^[*$]MODEL_SPACE/)) yield { entities: model, isPaper: false };
  yield { entities: paperEntities, isPaper: true };
  for (const paper of find(/^[*$]PAPER_SPACE/)) yield { entities: paper, isPaper: true };
  const inserted = new Set(
    all.flatMap(([, block]) => block.entities.filter(isInsert).map((entity) => toDxfKey(textOf(entity, 2)))),
  );
  // Names with an asterisk are generated: dimensions, hatches, arrowheads.
  const loose = all.filter(([name]) => !/^[*$]/.test(name) && !inserted.has(name));
  yield { entities: loose.flatMap(([, block]) => block.entities), isPaper: false };
}

const isInsert = ({ type }: DxfEntity) => type === "INSERT";

class Artist implements DrawnDxf {
  readonly lines: number[][] = [];
  readonly texts: DxfText[] = [];
  readonly leftOut = new Set<string>();
  hasInvalid = false;
  readonly unit: LengthUnit;
  readonly #drawing: DxfDrawing;
  #coordinates = 0;
  #inserts = 0;

  constructor(drawing: DxfDrawing, unit: LengthUnit) {
    this.#drawing = drawing;
    this.unit = unit;
  }

  draw(entity: DxfEntity, placing: Affine, within: readonly string[]): void {
    if (this.#isHidden(textOf(entity, 8), within) || numberOf(entity, 60) === 1) return;
    const mirrored = isMirrored(entity) ? multiply(placing, [-1, 0, 0, 1, 0, 0]) : placing;
    switch (entity.type) {
      case "LINE":
        this.#line([...pointOf(entity, 10), ...pointOf(entity, 11)], placing);
        break;
      case "LWPOLYLINE":
        this.#polyline(readLightVertices(entity), (numberOf(entity, 70) & 1) === 1, mirrored);
        break;
      case "POLYLINE":
        this.#oldPolyline(entity, mirrored);
        break;
      case "CIRCLE":
        this.#line(ellipse(pointOf(entity, 10), [numberOf(entity, 40), 0], 1, 0, 2 * Math.PI), mirrored);
        break;
      case "ARC": {
        const [from, to] = [50, 51].map((code) => (numberOf(entity, code) * Math.PI) / 180);
        this.#line(ellipse(pointOf(entity, 10), [numberOf(entity, 40), 0], 1, from!, to!), mirrored);
        break;
      }
      case "ELLIPSE":
        this.#line(
          ellipse(
            pointOf(entity, 10),
            pointOf(entity, 11),
            numberOf(entity, 40, 1),
            numberOf(entity, 41),
            numberOf(entity, 42, 2 * Math.PI),
          ),
          placing,
        );
        break;
      case "SPLINE":
        this.#line(spline(entity), placing);
        break;
      case "SOLID":
      case "TRACE":
      case "3DFACE": {
        const [a, b, c, d] = [10, 11, 12, 13].map((code) => pointOf(entity, code));
        // Solids list their corners in Z order.
        const corners = entity.type === "3DFACE" ? [a!, b!, c!, d!, a!] : [a!, b!, d!, c!, a!];
        this.#line(corners.flat(), entity.type === "3DFACE" ? placing : mirrored);
        break;
      }
      case "LEADER":
        this.#polyline(readLightVertices(entity), false, placing);
        break;
      case "TEXT":
      case "MTEXT":
      case "ATTRIB":
        this.#text(entity, mirrored);
        break;
      case "INSERT":
        this.#insert(entity, mirrored, within);
        for (const part of entity.parts) this.draw(part, placing, within);
        break;
      case "DIMENSION":
        this.#block(toDxfKey(textOf(entity, 2)), placing, within);
        break;
      default:
        if (!ignored.has(entity.type)) this.leftOut.add(entity.type);
    }
  }

  /** Within a block, layer 0 means the layer of the insert, which is already checked. */
  #isHidden(layer: string, within: readonly string[]): boolean {
    if (layer === "0" && within.length > 0) return false;
    return this.#drawing.hiddenLayers.has(toDxfKey(layer));
  }

  #insert(entity: DxfEntity, placing: Affine, within: readonly string[]): void {
    const [x, y] = pointOf(entity, 10);
    const [scaleX, scaleY] = [numberOf(entity, 41, 1), numberOf(entity, 42, 1)];
    const turn = (numberOf(entity, 50) * Math.PI) / 180;
    const [columns, rows] = [numberOf(entity, 70, 1), numberOf(entity, 71, 1)].map((count) => Math.max(1, count));
    const [stepX, stepY] = [numberOf(entity, 44), numberOf(entity, 45)];
    const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
    const turned: Affine = [cosine, sine, -sine, cosine, x, y];
    for (let row = 0; row < rows!; row++) {
      for (let column = 0; column < columns!; column++) {
        const step: Affine = [scaleX, 0, 0, scaleY, column * stepX, row * stepY];
        this.#block(toDxfKey(textOf(entity, 2)), multiply(placing, multiply(turned, step)), within);
      }
    }
  }

  #block(name: string, placing: Affine, within: readonly string[]): void {
    if (++this.#inserts > insertsMax) throw new ScanProblem("scan-too-large", `more than ${insertsMax} DXF inserts`);
    const block = this.#drawing.blocks.get(name);
    if (block === undefined) return;
    if (within.includes(name)) throw new ScanProblem("scan-corrupt", "a DXF block that holds itself");
    if (within.length >= nestingMax) throw new ScanProblem("scan-corrupt", "DXF blocks are nested too deep");
    const moved = multiply(placing, [1, 0, 0, 1, -block.base[0], -block.base[1]]);
    for (const entity of block.entities) this.draw(entity, moved, [...within, name]);
  }

  #oldPolyline(entity: DxfEntity, placing: Affine): void {
    const flags = numberOf(entity, 70);
    // 3D meshes.
    if ((flags & (16 | 64)) !== 0) {
      this.leftOut.add("POLYLINE MESH");
      return;
    }
    const vertices = entity.parts
      // Bit 16: a control point of a curve; the points to draw follow.
      .filter((part) => (numberOf(part, 70) & 16) === 0)
      .map((part) => ({ point: pointOf(part, 10), bulge: numberOf(part, 42) }));
    this.#polyline(vertices, (flags & 1) === 1, placing);
  }

  #polyline(vertices: readonly Vertex[], isClosed: boolean, placing: Affine): void {
    const line: number[] = [];
    for (const [at, { point, bulge }] of vertices.entries()) {
      line.push(...point);
      const next = vertices[at + 1] ?? (isClosed ? vertices[0] : undefined);
      if (next !== undefined && bulge !== 0) line.push(...bulgePoints(point, next.point, bulge));
    }
    if (isClosed && vertices.length > 0) line.push(...vertices[0]!.point);
    this.#line(line, placing);
  }

  #line(points: readonly number[], placing: Affine): void {
    const placed: number[] = [];
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = apply(placing, points[at]!, points[at + 1]!);
      if (!Number.isFinite(x + y)) this.hasInvalid = true;
      else placed.push(x, y);
    }
    this.#coordinates += placed.length;
    if (this.#coordinates > coordinatesMax) throw new ScanProblem("scan-too-large", "DXF lines");
    if (placed.length >= 4) this.lines.push(placed);
  }

  #text(entity: DxfEntity, placing: Affine): void {
    const isLong = entity.type === "MTEXT";
    const raw = isLong
      ? entity.pairs
          .filter(({ code }) => code === 3 || code === 1)
          .map(({ value }) => value)
          .join("")
      : textOf(entity, 1);
    const text = toPlainText(raw).slice(0, 400);
    const height = numberOf(entity, 40) * Math.hypot(placing[2], placing[3]);
    const justified = numberOf(entity, 72);
    const usesSecond =
      !isLong && (justified !== 0 || numberOf(entity, 73) !== 0) && entity.pairs.some(({ code }) => code === 11);
    const [x, y] = apply(placing, ...pointOf(entity, usesSecond ? 11 : 10));
    if (text === "" || !(height > 0)) return;
    if (!Number.isFinite(x + y + height)) {
      this.hasInvalid = true;
      return;
    }
    const attachment = isLong
      ? (numberOf(entity, 71, 1) - 1) % 3
      : justified === 2
        ? 2
        : justified === 1 || justified === 4
          ? 1
          : 0;
    const turn = numberOf(entity, 50) + (Math.atan2(placing[1], placing[0]) * 180) / Math.PI;
    this.texts.push({ x, y, height, turn, text, anchor: (["start", "middle", "end"] as const)[attachment] ?? "start" });
  }
}

interface Vertex {
  readonly point: readonly [number, number];
  readonly bulge: number;
}

/** NaN passes through; it is counted and dropped when drawn. */
function pointOf({ pairs }: DxfEntity, code: number): [number, number] {
  const value = (wanted: number) => {
    const found = pairs.find((pair) => pair.code === wanted);
    return found === undefined ? 0 : found.value === "" ? Number.NaN : Number(found.value);
  };
  return [value(code), value(code + 10)];
}

/** Entities seen from behind are mirrored. */
function isMirrored(entity: DxfEntity): boolean {
  return numberOf(entity, 230, 1) < 0;
}

function apply([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function readLightVertices({ pairs }: DxfEntity): Vertex[] {
  const vertices: { point: [number, number]; bulge: number }[] = [];
  for (const { code, value } of pairs) {
    if (code === 10) vertices.push({ point: [Number(value), 0], bulge: 0 });
    else if (code === 20 && vertices.length > 0) vertices.at(-1)!.point[1] = Number(value);
    else if (code === 42 && vertices.length > 0) vertices.at(-1)!.bulge = Number(value) || 0;
  }
  return vertices;
}

/** Points along the arc between two vertices: the bulge is the tangent of a quarter of its angle. */
function bulgePoints([x1, y1]: Vertex["point"], [x2, y2]: Vertex["point"], bulge: number): number[] {
  const angle = 4 * Math.atan(bulge);
  const steps = Math.min(256, Math.ceil(Math.abs(angle) / arcStep));
  const [dx, dy] = [x2 - x1, y2 - y1];
  // From the chord's midpoint to the arc's centre.
  const toCentre = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [(x1 + x2) / 2 - dy * toCentre, (y1 + y2) / 2 + dx * toCentre];
  const start = Math.atan2(y1 - cy, x1 - cx);
  const radius = Math.hypot(x1 - cx, y1 - cy);
  const points: number[] = [];
  for (let step = 1; step < steps; step++) {
    const at = start + (angle * step) / steps;
    points.push(cx + radius * Math.cos(at), cy + radius * Math.sin(at));
  }
  return points;
}

/** Counterclockwise from one angle to the other. */
function ellipse(
  [cx, cy]: readonly [number, number],
  [mx, my]: readonly [number, number],
  ratio: number,
  from: number,
  to: number,
): number[] {
  let sweep = to - from;
  if (!Number.isFinite(sweep)) return [];
  sweep -= Math.floor(sweep / (2 * Math.PI)) * 2 * Math.PI;
  if (sweep < 1e-9) sweep = 2 * Math.PI;
  const steps = Math.max(2, Math.ceil(sweep / arcStep));
  const points: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const at = from + (sweep * step) / steps;
    const [cosine, sine] = [Math.cos(at), Math.sin(at)];
    points.push(cx + mx * cosine - my * ratio * sine, cy + my * cosine + mx * ratio * sine);
  }
  return points;
}

/** A spline by de Boor's algorithm; without valid knots, its fit points. */
function spline(entity: DxfEntity): number[] {
  const list = (code: number) => entity.pairs.filter((pair) => pair.code === code).map(({ value }) => Number(value));
  const degree = numberOf(entity, 71, 3);
  const knots = list(40);
  const [xs, ys] = [list(10), list(20)];
  const [fitX, fitY] = [list(11), list(21)];
  const isSound =
    degree >= 1 &&
    degree <= 10 &&
    xs.length > degree &&
    ys.length === xs.length &&
    knots.length === xs.length + degree + 1;
  if (!isSound) return fitX.flatMap((x, at) => [x, fitY[at] ?? Number.NaN]);
  const [start, end] = [knots[degree]!, knots[xs.length]!];
  if (!(end > start)) return [];
  const steps = Math.min(2000, (xs.length - degree) * 12);
  const points: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const t = start + ((end - start) * step) / steps;
    let span = degree;
    while (span < xs.length - 1 && t >= knots[span + 1]!) span++;
    const px = xs.slice(span - degree, span + 1);
    const py = ys.slice(span - degree, span + 1);
    for (let round = 1; round <= degree; round++) {
      for (let at = degree; at >= round; at--) {
        const low = knots[at + span - degree]!;
        const width = knots[at + 1 + span - round]! - low;
        const share = width === 0 ? 0 : (t - low) / width;
        px[at] = (1 - share) * px[at - 1]! + share * px[at]!;
        py[at] = (1 - share) * py[at - 1]! + share * py[at]!;
      }
    }
    points.push(px[degree]!, py[degree]!);
  }
  return points;
}

const signs: Readonly<Record<string, string>> = { d: "°", p: "±", c: "⌀" };

/** Text without DXF formatting codes. */
function toPlainText(raw: string): string {
  return raw
    .replace(/%%([dpc])/gi, (_, sign: string) => signs[sign.toLowerCase()]!)
    .replace(/%%[uok]/gi, "")
    .replace(/\\U\+([\da-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\[P~]/g, " ")
    .replace(/\\[ACcFfHhQTWp][^;\\]*;/g, "")
    .replace(/\\S([^;]*);/g, (_, stacked: string) => stacked.replace(/[#^]/g, "/"))
    .replace(/\\[LlOoKk]/g, "")
    .replace(/[{}]/g, "")
    .replace(/\\(.)/g, "$1")
    .trim();
}
