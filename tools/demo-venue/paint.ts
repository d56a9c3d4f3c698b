import sharp from "sharp";
import type { MaterialName } from "./surface.ts";

type Colour = readonly [number, number, number];
type Paint = (u: number, v: number) => Colour;

/** Repeatable numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const lattice = (() => {
  const random = seededRandom(2026);
  return Float32Array.from({ length: 65_536 }, random);
})();

/** Smooth noise, 0–1, that repeats after `period` whole numbers: tiles have no seams. */
function noise(x: number, y: number, periodX: number, periodY = periodX): number {
  const wrap = (value: number, period: number) => ((value % period) + period) % period;
  const corner = (cx: number, cy: number) => lattice[(wrap(cy, periodY) * 251 + wrap(cx, periodX) * 7919) & 65_535]!;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const [sx, sy] = [smooth(x - x0), smooth(y - y0)];
  const upper = corner(x0, y0) * (1 - sx) + corner(x0 + 1, y0) * sx;
  const lower = corner(x0, y0 + 1) * (1 - sx) + corner(x0 + 1, y0 + 1) * sx;
  return upper * (1 - sy) + lower * sy;
}

const shade = (colour: Colour, amount: number): Colour => [colour[0] * amount, colour[1] * amount, colour[2] * amount];

const paintOak: Paint = (u, v) => {
  const planks = 18;
  const plank = Math.floor(v * planks);
  const across = v * planks - plank;
  const along = (u + ((plank * 7) % 18) / 18) % 1;
  const board = Math.floor(along * 2);
  const isJoint = across < 0.022 || Math.abs(along * 2 - board) < 0.0035;
  const tone = 0.9 + 0.17 * lattice[(plank * 31 + board * 17) & 65_535]!;
  const grain =
    0.95 +
    0.07 * noise(u * 10 + plank * 3, v * 260, 10_000, 260) +
    0.05 * noise(u * 42 + plank * 5, v * 900, 42_000, 900);
  const warm = 0.5 + 0.5 * lattice[(plank * 13 + board * 29 + 5) & 65_535]!;
  const base: Colour = [202, 166 - warm * 8, 122 - warm * 14];
  return shade(base, isJoint ? 0.62 : tone * grain);
};

const paintPlaster: Paint = (u, v) =>
  shade([252, 251, 248], 0.965 + 0.02 * noise(u * 12, v * 12, 12) + 0.015 * noise(u * 90, v * 90, 90));

const paintPlain: Paint = (u, v) => shade([255, 255, 255], 0.95 + 0.05 * noise(u * 32, v * 32, 32));

const chips = (() => {
  const random = seededRandom(99);
  const looks: Colour[] = [
    [236, 232, 224],
    [150, 146, 138],
    [118, 112, 106],
    [200, 168, 132],
    [232, 226, 214],
    [94, 104, 116],
  ];
  return Array.from({ length: 900 }, () => ({
    x: random(),
    y: random(),
    radius: 0.0025 + random() ** 2 * 0.009,
    squeeze: 0.6 + random() * 0.8,
    colour: looks[Math.floor(random() * looks.length)]!,
  }));
})();

const paintTerrazzo: Paint = (u, v) => {
  // A slab every metre and a half: one tile of the picture.
  if (Math.min(u, v, 1 - u, 1 - v) < 0.0022) return [150, 146, 138];
  for (const { x, y, radius, squeeze, colour } of chips) {
    if (Math.abs(u - x) > 0.025 || Math.abs(v - y) > 0.025) continue;
    const edge = radius * (0.8 + 0.4 * noise(u * 160, v * 160, 160));
    if (Math.hypot((u - x) * squeeze, (v - y) / squeeze) < edge) return colour;
  }
  return shade([214, 209, 199], 0.97 + 0.05 * noise(u * 70, v * 70, 70));
};

/** Four views side by side: north, east, south, west. Sky, hills, trees, a meadow. */
const paintOutside: Paint = (u, v) => {
  const ridge = (scale: number, seed: number) => noise(u * scale + seed, seed, 1_000);
  const far = 0.5 + 0.07 * ridge(14, 3) + 0.02 * ridge(60, 9);
  const near = 0.6 + 0.05 * ridge(22, 21) + 0.05 * ridge(150, 33);
  const cloud = Math.max(0, noise(u * 26, v * 9, 26, 9) * 0.7 + noise(u * 70, v * 30, 70, 30) * 0.3 - 0.5) * 1.6;
  if (v < far) {
    const depth = v / far;
    const sky: Colour = [168 + 62 * depth, 203 + 36 * depth, 238 + 6 * depth];
    return [sky[0] + (250 - sky[0]) * cloud, sky[1] + (250 - sky[1]) * cloud, sky[2] + (248 - sky[2]) * cloud];
  }
  if (v < near) return shade([158, 182, 178], 0.92 + 0.14 * noise(u * 240, v * 60, 240, 60));
  if (v < near + 0.1) {
    return shade([104, 134, 90], 0.7 + 0.55 * noise(u * 360, v * 110, 360, 110) * noise(u * 90, v * 40, 90, 40) + 0.12);
  }
  return shade([168, 182, 122], 0.86 + 0.22 * noise(u * 200, v * 90, 200, 90));
};

async function paintPicture(widthPx: number, heightPx: number, paint: Paint, quality: number): Promise<Uint8Array> {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const colour = paint((x + 0.5) / widthPx, (y + 0.5) / heightPx);
      rgb.set(
        colour.map((value) => Math.min(255, Math.max(0, Math.round(value)))),
        (y * widthPx + x) * 3,
      );
    }
  }
  const image = sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  return new Uint8Array(await image.webp({ quality }).toBuffer());
}

const ink = "#1f2a44";
const cell = 512;

/** Eight sheets: six drawings, one print, and the panel at the entrance. */
function drawSheets(): string[] {
  const random = seededRandom(512);
  const paper = (fill: string) => `<rect width="${cell}" height="${cell}" fill="${fill}"/>`;
  const points = (list: readonly (readonly [number, number])[]) =>
    list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

  const contours = Array.from({ length: 15 }, (_, level) => {
    const ring = Array.from({ length: 90 }, (_, index) => {
      const angle = (index / 90) * Math.PI * 2;
      const radius =
        (18 + level * 14.5) * (1 + 0.2 * Math.sin(angle * 2 + level * 0.1) + 0.1 * Math.sin(angle * 3 - level * 0.16));
      return [250 + level * 2 + Math.cos(angle) * radius, 262 - level + Math.sin(angle) * radius * 0.88] as const;
    });
    return `<polygon points="${points(ring)}" fill="none" stroke="${ink}" stroke-width="${level % 5 === 0 ? 3.4 : 1.5}"/>`;
  }).join("");
  const contourStudy = `${paper("#f3ead8")}${contours}<circle cx="250" cy="262" r="9" fill="#c8442c"/>`;

  const steps = Array.from({ length: 10 }, (_, index) => [
    [70 + index * 37, 420 - index * 32] as const,
    [70 + index * 37, 388 - index * 32] as const,
  ]).flat();
  const hatch = Array.from({ length: 46 }, (_, index) => {
    const x = 40 + index * 10;
    const low = Math.max(110, 432 - Math.max(0, Math.min(10, (x - 70) / 37)) * 32 + 22);
    return `<line x1="${x}" y1="${low + 8}" x2="${x - 34}" y2="${Math.min(470, low + 52)}" stroke="#5b78a6" stroke-width="1.6"/>`;
  }).join("");
  const staircase = `${paper("#eef0ee")}${hatch}<polyline points="${points([[40, 420], ...steps, [470, 100]])}" fill="none" stroke="${ink}" stroke-width="5"/><line x1="60" y1="330" x2="430" y2="10" stroke="#c8442c" stroke-width="2.5" stroke-dasharray="12 7"/>`;

  const tides = Array.from({ length: 14 }, (_, day) => {
    const wave = Array.from({ length: 120 }, (_, index) => {
      const x = 52 + (index / 119) * 408;
      const lift = 13 * Math.sin(index * 0.155 + day * 0.42) * (0.55 + 0.45 * Math.cos(day * 0.45));
      return [x, 70 + day * 28.5 - lift - 5 * Math.sin(index * 0.07 + day)] as const;
    });
    return `<polyline points="${points(wave)}" fill="none" stroke="${day % 7 === 3 ? "#c8442c" : "#2d5b7c"}" stroke-width="3"/>`;
  }).join("");
  const tide = `${paper("#f6f1e6")}${tides}`;

  const chalk = "#dfe9f2";
  const planLines = [
    [70, 80, 440, 80],
    [440, 80, 440, 420],
    [440, 420, 300, 420],
    [230, 420, 70, 420],
    [70, 420, 70, 80],
    [200, 80, 200, 200],
    [200, 250, 200, 420],
    [200, 230, 330, 230],
    [380, 230, 440, 230],
  ]
    .map(([x1, y1, x2, y2]) => `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${chalk}" stroke-width="6"/>`)
    .join("");
  const grid = Array.from({ length: 25 }, (_, index) => {
    const at = 16 + index * 20;
    return `<path d="M${at} 0V512M0 ${at}H512" stroke="#3f6c9c" stroke-width="1"/>`;
  }).join("");
  const bluePlan = `${paper("#1d4a7d")}${grid}${planLines}<path d="M300 420A70 70 0 0 1 230 490" fill="none" stroke="${chalk}" stroke-width="2.5"/><path d="M70 50H440M70 42V58M440 42V58M470 80V420M462 80H478M462 420H478" fill="none" stroke="${chalk}" stroke-width="2"/><circle cx="320" cy="330" r="42" fill="none" stroke="${chalk}" stroke-width="2.5"/><circle cx="134" cy="150" r="26" fill="none" stroke="${chalk}" stroke-width="2.5"/>`;

  let [x, y, heading] = [92, 410, -0.7];
  const walkPoints: [number, number][] = [[x, y]];
  for (let minute = 0; minute < 40; minute++) {
    heading += (random() - 0.5) * 1.25 + (x > 400 ? -0.5 : x < 90 ? 0.5 : 0) + (y < 90 ? 0.6 : 0);
    x = Math.min(455, Math.max(55, x + Math.cos(heading) * 27));
    y = Math.min(455, Math.max(55, y + Math.sin(heading) * 27));
    walkPoints.push([x, y]);
  }
  const marks = walkPoints
    .map(
      ([px, py], index) =>
        `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="${index % 10 === 0 ? 8 : 3.4}" fill="${index % 10 === 0 ? "#c8442c" : ink}"/>`,
    )
    .join("");
  const walk = `${paper("#e9c98b")}<polyline points="${points(walkPoints)}" fill="none" stroke="${ink}" stroke-width="2.2"/>${marks}`;

  const bend = (column: number, row: number): [number, number] => {
    const pull = Math.exp(-((column - 7) ** 2 + (row - 5) ** 2) / 9);
    return [46 + column * 35 + pull * 26 * (column - 7.4) * 0.6, 46 + row * 35 + pull * 26 * (row - 5.5) * 0.6];
  };
  const net = Array.from({ length: 13 }, (_, at) => {
    const across = Array.from({ length: 13 }, (_, other) => bend(other, at));
    const down = Array.from({ length: 13 }, (_, other) => bend(at, other));
    return [across, down]
      .map((line) => `<polyline points="${points(line)}" fill="none" stroke="#f2e9da" stroke-width="2.4"/>`)
      .join("");
  }).join("");
  const corrected = `${paper("#a9432d")}${net}`;

  const moons = Array.from({ length: 30 }, (_, night) => {
    const [cx, cy] = [82 + (night % 6) * 70, 76 + Math.floor(night / 6) * 90];
    const phase = Math.cos((night / 29) * Math.PI * 2);
    const bulge = Math.abs(phase) * 26;
    const isWaxing = night < 15 ? 1 : 0;
    const sweep = phase > 0 === (isWaxing === 1) ? 0 : 1;
    return `<circle cx="${cx}" cy="${cy}" r="27" fill="#343c52"/><path d="M${cx} ${cy - 26}A26 26 0 0 ${isWaxing} ${cx} ${cy + 26}A${bulge.toFixed(1)} 26 0 0 ${sweep} ${cx} ${cy - 26}Z" fill="#efe8d6"/>`;
  }).join("");
  const moon = `${paper("#20283c")}${moons}`;

  const line = (top: number, width: number, height = 7) =>
    `<rect x="64" y="${top}" width="${width}" height="${height}" fill="#8b93a3"/>`;
  const panelLines = Array.from({ length: 9 }, (_, index) => line(250 + index * 21, 250 + random() * 130)).join("");
  const panel = `${paper("#fbf9f4")}<rect x="64" y="70" width="310" height="30" fill="${ink}"/><rect x="64" y="116" width="230" height="30" fill="${ink}"/><rect x="64" y="190" width="120" height="6" fill="#1d55b8"/>${panelLines}`;

  return [contourStudy, staircase, tide, bluePlan, walk, corrected, moon, panel];
}

async function paintPictures(): Promise<Uint8Array> {
  const sheets = drawSheets()
    .map(
      (sheet, index) =>
        `<svg x="${(index % 4) * cell}" y="${Math.floor(index / 4) * cell}" width="${cell}" height="${cell}" viewBox="0 0 ${cell} ${cell}">${sheet}</svg>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell * 4}" height="${cell * 2}">${sheets}</svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer());
}

/** The picture of each material as WebP. */
export async function paintMaterial(name: MaterialName): Promise<Uint8Array> {
  switch (name) {
    case "oak":
      return paintPicture(1024, 1024, paintOak, 72);
    case "terrazzo":
      return paintPicture(768, 768, paintTerrazzo, 72);
    case "plaster":
      return paintPicture(256, 256, paintPlaster, 70);
    case "plain":
      return paintPicture(64, 64, paintPlain, 70);
    case "outside":
      return paintPicture(2048, 384, paintOutside, 72);
    case "pictures":
      return paintPictures();
  }
}

/** Mean colour of each material, linear light: what it sends back into the room. */
export const meanColours: Readonly<Record<MaterialName, readonly [number, number, number]>> = {
  oak: [0.53, 0.34, 0.17],
  terrazzo: [0.6, 0.57, 0.51],
  plaster: [0.94, 0.93, 0.91],
  plain: [0.95, 0.95, 0.95],
  pictures: [0.4, 0.35, 0.3],
  outside: [0.6, 0.7, 0.75],
};
