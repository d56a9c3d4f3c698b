/** Alternating group codes and values of one entity. */
export type DxfValues = readonly (number | string)[];

export interface DxfOptions {
  /** $INSUNITS: 4 millimetres, 6 metres, 1 inches; omitted for a drawing without units. */
  readonly units?: number;
  readonly layers?: readonly { readonly name: string; readonly colour?: number; readonly flags?: number }[];
  readonly blocks?: Readonly<Record<string, readonly DxfValues[]>>;
}

/** A DXF of these entities, each starting with its type. */
export function buildDxf(entities: readonly DxfValues[], { units, layers = [], blocks = {} }: DxfOptions = {}): string {
  const lines: (number | string)[] = [];
  const section = (name: string, write: () => void) => {
    lines.push(0, "SECTION", 2, name);
    write();
    lines.push(0, "ENDSEC");
  };
  const entity = ([type, ...values]: DxfValues) => lines.push(0, type ?? "", ...values);
  section("HEADER", () => {
    lines.push(9, "$ACADVER", 1, "AC1027");
    if (units !== undefined) lines.push(9, "$INSUNITS", 70, units);
  });
  section("TABLES", () => {
    lines.push(0, "TABLE", 2, "LAYER", 70, layers.length);
    for (const { name, colour = 7, flags = 0 } of layers)
      lines.push(0, "LAYER", 2, name, 70, flags, 62, colour, 6, "CONTINUOUS");
    lines.push(0, "ENDTAB");
  });
  section("BLOCKS", () => {
    for (const [name, content] of Object.entries(blocks)) {
      lines.push(0, "BLOCK", 8, "0", 2, name, 70, 0, 10, 0, 20, 0);
      content.forEach(entity);
      lines.push(0, "ENDBLK", 8, "0");
    }
  });
  section("ENTITIES", () => entities.forEach(entity));
  lines.push(0, "EOF");
  // Pairs of lines, with padded codes as programs write them.
  return `${lines.map((line, at) => (at % 2 === 0 ? String(line).padStart(3) : line)).join("\r\n")}\r\n`;
}

/** A line entity as programs write it. */
export const line = (
  x1: number | string,
  y1: number | string,
  x2: number | string,
  y2: number | string,
  layer = "WALLS",
): DxfValues => ["LINE", ...[8, layer, 10, x1, 20, y1, 11, x2, 21, y2]];

/** A room of 8 × 6 m in millimetres, with a round table, a door as a block and a text. */
export function buildRoomDxf(options: DxfOptions = { units: 4 }, east = 0, north = 0): string {
  const door: readonly DxfValues[] = [line(0, 0, 0, 900), ["ARC", 8, "DOORS", 10, 0, 20, 0, 40, 900, 50, 0, 51, 90]];
  return buildDxf(
    [
      [
        "LWPOLYLINE",
        8,
        "WALLS",
        90,
        4,
        70,
        1,
        ...[10, east, 20, north, 10, east + 8000, 20, north],
        ...[10, east + 8000, 20, north + 6000, 10, east, 20, north + 6000],
      ],
      ["CIRCLE", 8, "FURNITURE", 10, east + 4000, 20, north + 3000, 40, 600],
      ["INSERT", 8, "DOORS", 2, "DOOR", 10, east + 1000, 20, north, 41, 1, 42, 1, 50, 0],
      ["TEXT", 8, "NAMES", 10, east + 3500, 20, north + 5000, 40, 250, 1, "Hall <1> & %%c12"],
    ],
    { ...options, blocks: { DOOR: door, ...options.blocks } },
  );
}
