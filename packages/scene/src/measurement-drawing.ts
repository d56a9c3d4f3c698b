import type { Measurement, MeasurementType } from "./measurement.ts";
import type { Measured } from "./uncertainty.ts";
import type { Vector3 } from "./vector.ts";

type GroupValue = readonly [code: number, value: number | string];

/** R12 layer names are capital letters, digits, `$`, `-` and `_`; colours are R12 colour numbers. */
const layers: Readonly<Record<MeasurementType, { readonly name: string; readonly colour: number }>> = {
  distance: { name: "MEASURED-DISTANCE", colour: 1 },
  height: { name: "MEASURED-HEIGHT", colour: 3 },
  angle: { name: "MEASURED-ANGLE", colour: 6 },
  area: { name: "MEASURED-AREA", colour: 5 },
  volume: { name: "MEASURED-VOLUME", colour: 4 },
};
const textHeightMetres = 0.15;
/** R12 truncates longer strings. */
const textBytesMax = 255;
const polyline3d = 8;
const closed = 1;
const vertexOf3d = 32;

/**
 * Measurements as a drawing: ASCII DXF release 12, which every CAD program reads. True size in metres, z up, x and y as
 * seen from above; one layer per type. `toLabel` returns the text beside a measurement.
 */
export function writeMeasurementsDxf(
  measurements: readonly Measurement[],
  scale: Measured,
  toLabel: (measurement: Measurement) => string,
): string {
  const drawn = measurements.map((measurement) => {
    const points = measurement.points.map((point) => toDrawing(point, scale.value));
    return { measurement, points };
  });
  const groups: GroupValue[] = [
    // R12 has no variable for units; a comment states them for readers.
    [999, "Measurements, true size. Units: metres. z is up."],
    ...section("HEADER", [[9, "$ACADVER"], [1, "AC1009"], ...writeExtent(drawn.flatMap(({ points }) => points))]),
    ...section("TABLES", [...writeLineTypes(), ...writeLayers()]),
    ...section(
      "ENTITIES",
      drawn.flatMap(({ measurement, points }) => [
        ...drawMeasurement(measurement.type, points, layers[measurement.type].name),
        ...drawText(toLabel(measurement), findMiddle(points), layers[measurement.type].name),
      ]),
    ),
    [0, "EOF"],
  ];
  return groups.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`).join("");
}

/** From the world frame (y up, -z north) to the drawing frame: z up, y north. */
function toDrawing([x, y, z]: Vector3, scale: number): Vector3 {
  return [x * scale, -z * scale, y * scale];
}

function drawMeasurement(type: MeasurementType, points: readonly Vector3[], layer: string): GroupValue[] {
  const first = points[0]!;
  const last = points.at(-1)!;
  switch (type) {
    case "distance":
    case "angle":
      return drawLines(points, layer);
    case "height":
      // Along the floor to below the other end, then up: the vertical part is what was measured.
      return drawLines([first, [last[0], last[1], first[2]], last], layer);
    case "area":
      return drawLines(points, layer, closed);
    case "volume": {
      const base = points.slice(0, -1);
      const rise = last[2] - first[2];
      const top = base.map(([x, y, z]): Vector3 => [x, y, z + rise]);
      const edges = base.flatMap((corner, index) => drawLines([corner, top[index]!], layer));
      return [...drawLines(base, layer, closed), ...drawLines(top, layer, closed), ...edges];
    }
  }
}

function drawLines(points: readonly Vector3[], layer: string, flags = 0): GroupValue[] {
  const onLayer: GroupValue = [8, layer];
  if (points.length === 2) return [[0, "LINE"], onLayer, ...at(points[0]!), ...at(points[1]!, 11)];
  return [
    [0, "POLYLINE"],
    onLayer,
    [66, 1],
    ...at([0, 0, 0]),
    [70, polyline3d | flags],
    ...points.flatMap((point): GroupValue[] => [[0, "VERTEX"], onLayer, ...at(point), [70, vertexOf3d]]),
    [0, "SEQEND"],
    onLayer,
  ];
}

function drawText(label: string, place: Vector3, layer: string): GroupValue[] {
  const text = toDxfText(label);
  return text === "" ? [] : [[0, "TEXT"], [8, layer], ...at(place), [40, textHeightMetres], [1, text]];
}

/** ASCII: encodes other characters as UTF-16 escapes and neutralises R12 control codes. */
function toDxfText(label: string): string {
  let text = "";
  for (const unit of label.replace(/\s+/g, " ").trim().split("")) {
    const code = unit.charCodeAt(0);
    const isControl = code < 32 || code === 127;
    const written = isControl ? "" : code < 127 ? (escapes[unit] ?? unit) : toUnicodeEscape(code);
    if (text.length + written.length > textBytesMax) break;
    text += written;
  }
  return text;
}

// `%%` starts a control code and `%%%` is a percent sign; a caret starts a control character, `\U+` an escape.
const escapes: Readonly<Record<string, string>> = { "%": "%%%", "^": "^ ", "\\": toUnicodeEscape(92) };

function toUnicodeEscape(code: number): string {
  return `\\U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function findMiddle(points: readonly Vector3[]): Vector3 {
  const sum = points.reduce<Vector3>(
    (total, point) => [total[0] + point[0], total[1] + point[1], total[2] + point[2]],
    [0, 0, 0],
  );
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

function section(name: string, content: readonly GroupValue[]): GroupValue[] {
  return [[0, "SECTION"], [2, name], ...content, [0, "ENDSEC"]];
}

function writeExtent(points: readonly Vector3[]): GroupValue[] {
  if (points.length === 0) return [];
  const reduce = (pick: (...values: number[]) => number): Vector3 => {
    const [x, y, z] = [0, 1, 2].map((axis) =>
      points.reduce((found, point) => pick(found, point[axis]!), points[0]![axis]!),
    );
    return [x!, y!, z!];
  };
  return [[9, "$EXTMIN"], ...at(reduce(Math.min)), [9, "$EXTMAX"], ...at(reduce(Math.max))];
}

function writeLineTypes(): GroupValue[] {
  return [
    [0, "TABLE"],
    [2, "LTYPE"],
    [70, 1],
    [0, "LTYPE"],
    [2, "CONTINUOUS"],
    [70, 64],
    [3, "Solid line"],
    [72, 65],
    [73, 0],
    [40, 0],
    [0, "ENDTAB"],
  ];
}

function writeLayers(): GroupValue[] {
  const all = [{ name: "0", colour: 7 }, ...Object.values(layers)];
  const rows = all.flatMap(({ name, colour }): GroupValue[] => [
    [0, "LAYER"],
    [2, name],
    [70, 64],
    [62, colour],
    [6, "CONTINUOUS"],
  ]);
  return [[0, "TABLE"], [2, "LAYER"], [70, all.length], ...rows, [0, "ENDTAB"]];
}

/** A point in groups 10, 20, 30, or 11, 21, 31. */
function at([x, y, z]: Vector3, first = 10): GroupValue[] {
  return [
    [first, toDecimal(x)],
    [first + 10, toDecimal(y)],
    [first + 20, toDecimal(z)],
  ];
}

/** Rounded to a micrometre; R12 expects reals with a decimal point. */
function toDecimal(value: number): string {
  return (Number(value.toFixed(6)) + 0).toFixed(6);
}
