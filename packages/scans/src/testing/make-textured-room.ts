import { Document, type Material, NodeIO } from "@gltf-transform/core";
import { EXTTextureWebP } from "@gltf-transform/extensions";
import sharp from "sharp";

type Vector = readonly [number, number, number];
type Paint = (u: number, v: number) => Vector;

const room = { width: 9, height: 3.1, depth: 6.5 } as const;
const cellM = 0.19;

/** Deterministic noise, 0–1, smooth between integers. */
function noise(x: number, y: number): number {
  const corner = (cx: number, cy: number) => {
    const value = Math.sin(cx * 127.1 + cy * 311.7) * 43758.5453;
    return value - Math.floor(value);
  };
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const [sx, sy] = [smooth(x - x0), smooth(y - y0)];
  const upper = corner(x0, y0) * (1 - sx) + corner(x0 + 1, y0) * sx;
  const lower = corner(x0, y0 + 1) * (1 - sx) + corner(x0 + 1, y0 + 1) * sx;
  return upper * (1 - sy) + lower * sy;
}

const shade = (colour: Vector, amount: number): Vector => [colour[0] * amount, colour[1] * amount, colour[2] * amount];

const paintWood: Paint = (u, v) => {
  const plank = Math.floor(v * 8);
  const end = (u + (plank % 3) * 0.37) * 2;
  const isGap = v * 8 - plank < 0.03 || end - Math.floor(end) < 0.006;
  const tone = 0.82 + 0.26 * noise(plank * 3.1, Math.floor(end) * 7.7);
  const grain = 0.9 + 0.2 * noise(u * 14, v * 240);
  return shade([172, 124, 80], isGap ? 0.45 : tone * grain);
};
const paintPlaster: Paint = (u, v) =>
  shade([226, 220, 206], 0.96 + 0.05 * noise(u * 40, v * 40) + 0.02 * noise(u * 180, v * 180));
const paintBrick: Paint = (u, v) => {
  const row = Math.floor(v * 22);
  const along = u * 11 + (row % 2) * 0.5;
  const isJoint = v * 22 - row < 0.12 || along - Math.floor(along) < 0.06;
  if (isJoint) return shade([196, 188, 176], 0.9 + 0.1 * noise(u * 90, v * 90));
  return shade([158, 84, 64], 0.72 + 0.4 * noise(Math.floor(along) * 5.3, row * 3.7) + 0.12 * noise(u * 120, v * 120));
};
const paintRug: Paint = (u, v) => {
  const edge = Math.min(u, v, 1 - u, 1 - v);
  const weave = 0.88 + 0.16 * noise(u * 200, v * 200);
  if (edge < 0.05) return shade([42, 56, 84], weave);
  if (edge < 0.08) return shade([214, 190, 142], weave);
  const diamond = (Math.abs(((u * 4) % 1) - 0.5) + Math.abs(((v * 4) % 1) - 0.5)) * 2;
  return shade(diamond < 0.45 ? [214, 190, 142] : diamond < 0.75 ? [168, 62, 52] : [58, 74, 108], weave);
};
const paintFabric: Paint = (u, v) =>
  shade([74, 104, 112], 0.86 + 0.2 * noise(u * 60, v * 60) + 0.06 * Math.sin(u * 300));
const paintWindow: Paint = (u, v) => {
  const isFrame = Math.min(u, v, 1 - u, 1 - v) < 0.035 || Math.abs(u - 0.5) < 0.014 || Math.abs(v - 0.42) < 0.014;
  if (isFrame) return [246, 244, 238];
  const ridge = 0.62 + 0.12 * noise(u * 5, 1) + 0.04 * noise(u * 22, 4);
  if (v < ridge) return [178 + 52 * v, 208 + 32 * v, 236];
  return shade([96, 136, 84], 0.75 + 0.45 * noise(u * 30, v * 30));
};
const paintPicture: Paint = (u, v) => {
  if (Math.min(u, v, 1 - u, 1 - v) < 0.05) return [46, 38, 32];
  if (Math.min(u, v, 1 - u, 1 - v) < 0.12) return [244, 240, 230];
  const distance = Math.hypot(u - 0.62, v - 0.36);
  if (distance < 0.12) return [222, 108, 62];
  const hill = 0.58 + 0.1 * Math.sin(u * 7) + 0.04 * noise(u * 9, 2);
  return v > hill ? shade([52, 84, 92], 0.8 + 0.5 * (v - hill)) : [232, 206 - 60 * v, 168 - 60 * v];
};

async function toPicture(sidePx: number, paint: Paint, format: "png" | "webp"): Promise<Uint8Array> {
  const rgb = new Uint8Array(sidePx * sidePx * 3);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const colour = paint((x + 0.5) / sidePx, (y + 0.5) / sidePx);
      rgb.set(
        colour.map((value) => Math.min(255, Math.max(0, Math.round(value)))),
        (y * sidePx + x) * 3,
      );
    }
  }
  const image = sharp(rgb, { raw: { width: sidePx, height: sidePx, channels: 3 } });
  return new Uint8Array(await (format === "png" ? image.png() : image.webp({ quality: 85 })).toBuffer());
}

interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

const sofa: Box[] = [
  { min: [0.5, 0.12, 1.4], max: [1.45, 0.45, 4.1] },
  { min: [0.3, 0.12, 1.4], max: [0.55, 0.95, 4.1] },
  { min: [0.5, 0.12, 1.2], max: [1.45, 0.65, 1.42] },
  { min: [0.5, 0.12, 4.08], max: [1.45, 0.65, 4.3] },
];
const woodenThings: Box[] = [
  { min: [2.2, 0.36, 2.1], max: [3.1, 0.42, 3.4] },
  ...[2.25, 2.99].flatMap((x) => [2.15, 3.29].map((z): Box => ({ min: [x, 0, z], max: [x + 0.06, 0.36, z + 0.06] }))),
  { min: [5.6, 0.7, 2.2], max: [7.6, 0.75, 3.3] },
  ...[5.68, 7.46].flatMap((x) => [2.28, 3.16].map((z): Box => ({ min: [x, 0, z], max: [x + 0.07, 0.7, z + 0.07] }))),
  ...[5.9, 6.8].flatMap((x) =>
    [1.72, 3.38].flatMap((z): Box[] => [
      { min: [x, 0.43, z], max: [x + 0.44, 0.47, z + 0.42] },
      { min: [x, 0.47, z < 2 ? z : z + 0.38], max: [x + 0.44, 0.92, z < 2 ? z + 0.04 : z + 0.42] },
      ...[0.02, 0.38].flatMap((dx) =>
        [0.02, 0.36].map((dz): Box => ({ min: [x + dx, 0, z + dz], max: [x + dx + 0.04, 0.43, z + dz + 0.04] })),
      ),
    ]),
  ),
  ...[0.05, 0.5, 0.95, 1.4, 1.85].map((y): Box => ({ min: [3.6, y, 0.02], max: [5.2, y + 0.04, 0.36] })),
  { min: [3.56, 0, 0.02], max: [3.6, 1.93, 0.36] },
  { min: [5.2, 0, 0.02], max: [5.24, 1.93, 0.36] },
];
const books: Box[] = [0.09, 0.54, 0.99, 1.44].flatMap((y, shelf) =>
  Array.from({ length: 7 }, (_, book): Box => {
    const x = 3.68 + book * 0.19 + noise(book, shelf) * 0.05;
    return {
      min: [x, y, 0.06],
      max: [x + 0.09 + noise(shelf, book) * 0.05, y + 0.24 + noise(book * 3, shelf) * 0.1, 0.28],
    };
  }),
);
const furniture = [...sofa, ...woodenThings, ...books];

/** Light as a scanner would have captured it: from the window, dimmer towards corners and under furniture. */
function bakedLight(point: Vector, normal: Vector): number {
  const [x, y, z] = point;
  const toWindow: Vector = [room.width - x, 1.7 - y, 2.9 - z];
  const distance = Math.hypot(...toWindow);
  const facing = (normal[0] * toWindow[0] + normal[1] * toWindow[1] + normal[2] * toWindow[2]) / (distance || 1);
  let light = 0.62 + 0.34 * Math.max(0, facing) * Math.exp(-distance / 12) + 0.1 * Math.max(0, normal[1]);
  const gaps = [
    normal[0] === 0 ? Math.min(x, room.width - x) : Infinity,
    normal[1] === 0 ? Math.min(y, room.height - y) : Infinity,
    normal[2] === 0 ? Math.min(z, room.depth - z) : Infinity,
  ];
  for (const gap of gaps) light *= 1 - 0.28 * Math.exp(-Math.max(0, gap) / 0.3);
  for (const box of furniture) {
    if (normal[1] !== 1 || box.min[1] <= y) continue;
    const dx = Math.max(box.min[0] - x, 0, x - box.max[0]);
    const dz = Math.max(box.min[2] - z, 0, z - box.max[2]);
    light *= 1 - 0.4 * Math.exp(-(Math.hypot(dx, dz) + (box.min[1] - y) * 0.8) / 0.22);
  }
  return Math.min(1, light);
}

class Surface {
  readonly positions: number[] = [];
  readonly uvs: number[] = [];
  readonly colours: number[] = [];
  readonly indices: number[] = [];

  /** A grid spanned from a corner by two edges, facing u × v. With `perM` 0, the picture fits once. */
  quad(corner: Vector, u: Vector, v: Vector, perM: number, tint: Vector = [1, 1, 1], cell = cellM): void {
    const [lengthU, lengthV] = [Math.hypot(...u), Math.hypot(...v)];
    const [columns, rows] = [Math.max(1, Math.round(lengthU / cell)), Math.max(1, Math.round(lengthV / cell))];
    const crossed = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const normal = crossed.map((value) => Math.round(value / (lengthU * lengthV))) as unknown as Vector;
    const first = this.positions.length / 3;
    for (let row = 0; row <= rows; row++) {
      for (let column = 0; column <= columns; column++) {
        const [a, b] = [column / columns, row / rows];
        const point = [0, 1, 2].map((axis) => corner[axis]! + u[axis]! * a + v[axis]! * b) as unknown as Vector;
        this.positions.push(...point);
        this.uvs.push(perM === 0 ? a : a * lengthU * perM, perM === 0 ? 1 - b : b * lengthV * perM);
        // glTF multiplies colours in linear light.
        const light = bakedLight(point, normal) ** 2.2;
        this.colours.push(tint[0] * light, tint[1] * light, tint[2] * light);
        if (row === rows || column === columns) continue;
        const at = first + row * (columns + 1) + column;
        this.indices.push(at, at + 1, at + columns + 2, at, at + columns + 2, at + columns + 1);
      }
    }
  }

  box({ min, max }: Box, perM: number, tint: Vector = [1, 1, 1]): void {
    const [w, h, d] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
    this.quad([min[0], min[1], max[2]], [w, 0, 0], [0, h, 0], perM, tint);
    this.quad([max[0], min[1], min[2]], [-w, 0, 0], [0, h, 0], perM, tint);
    this.quad([max[0], min[1], max[2]], [0, 0, -d], [0, h, 0], perM, tint);
    this.quad([min[0], min[1], min[2]], [0, 0, d], [0, h, 0], perM, tint);
    this.quad([min[0], max[1], max[2]], [w, 0, 0], [0, 0, -d], perM, tint);
    this.quad([min[0], min[1], min[2]], [w, 0, 0], [0, 0, d], perM, tint);
  }
}

/**
 * A furnished room of 9 × 6.5 m as a GLB: about sixteen thousand triangles, seven materials with pictures (PNG and
 * WebP), light baked into vertex colours, no normals, y up, metres, floor at y = 0.
 */
export async function makeTexturedRoom(): Promise<Uint8Array> {
  const document = new Document();
  document.createExtension(EXTTextureWebP).setRequired(true);
  const buffer = document.createBuffer();
  const scene = document.createScene("room");
  const { width, height, depth } = room;

  const surfaces: Record<string, { surface: Surface; paint: Paint; sidePx: number; format: "png" | "webp" }> = {
    wood: { surface: new Surface(), paint: paintWood, sidePx: 1024, format: "webp" },
    plaster: { surface: new Surface(), paint: paintPlaster, sidePx: 512, format: "png" },
    brick: { surface: new Surface(), paint: paintBrick, sidePx: 512, format: "webp" },
    rug: { surface: new Surface(), paint: paintRug, sidePx: 512, format: "png" },
    fabric: { surface: new Surface(), paint: paintFabric, sidePx: 256, format: "png" },
    window: { surface: new Surface(), paint: paintWindow, sidePx: 512, format: "webp" },
    picture: { surface: new Surface(), paint: paintPicture, sidePx: 512, format: "png" },
  };
  const { wood, plaster, brick, rug, fabric, window, picture } = Object.fromEntries(
    Object.entries(surfaces).map(([name, { surface }]) => [name, surface]),
  ) as Record<"wood" | "plaster" | "brick" | "rug" | "fabric" | "window" | "picture", Surface>;

  wood.quad([0, 0, depth], [width, 0, 0], [0, 0, -depth], 0.4);
  plaster.quad([0, height, 0], [width, 0, 0], [0, 0, depth], 0.5);
  brick.quad([0, 0, 0], [width, 0, 0], [0, height, 0], 0.45);
  plaster.quad([width, 0, depth], [-width, 0, 0], [0, height, 0], 0.5);
  plaster.quad([0, 0, depth], [0, 0, -depth], [0, height, 0], 0.5);
  plaster.quad([width, 0, 0], [0, 0, depth], [0, height, 0], 0.5);
  window.quad([width - 0.02, 0.9, 1.5], [0, 0, 2.8], [0, 1.6, 0], 0);
  rug.quad([1.7, 0.012, 4], [2, 0, 0], [0, 0, -2.5], 0);
  picture.quad([0.02, 1.35, 3.6], [0, 0, -1.7], [0, 1.1, 0], 0);
  picture.quad([6, 1.3, 0.02], [1.4, 0, 0], [0, 1, 0], 0);
  for (const box of sofa) fabric.box(box, 0.9);
  for (const box of woodenThings) wood.box(box, 0.6, [0.8, 0.72, 0.66]);
  for (const [index, box] of books.entries()) {
    fabric.box(box, 1.5, [0.5 + 1.4 * noise(index, 1), 0.4 + noise(index, 5), 0.4 + noise(index, 9)]);
  }

  const mesh = document.createMesh("room");
  for (const [name, { surface, paint, sidePx, format }] of Object.entries(surfaces)) {
    const image = await toPicture(sidePx, paint, format);
    const texture = document
      .createTexture(name)
      .setImage(image as Uint8Array<ArrayBuffer>)
      .setMimeType(`image/${format}`);
    const material: Material = document.createMaterial(name).setBaseColorTexture(texture).setRoughnessFactor(1);
    const attribute = (type: "VEC2" | "VEC3", values: readonly number[]) =>
      document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
    mesh.addPrimitive(
      document
        .createPrimitive()
        .setMaterial(material)
        .setAttribute("POSITION", attribute("VEC3", surface.positions))
        .setAttribute("TEXCOORD_0", attribute("VEC2", surface.uvs))
        .setAttribute(
          "COLOR_0",
          attribute(
            "VEC3",
            surface.colours.map((value) => Math.min(1, value)),
          ),
        )
        .setIndices(
          document.createAccessor().setType("SCALAR").setArray(Uint16Array.from(surface.indices)).setBuffer(buffer),
        ),
    );
  }
  scene.addChild(document.createNode("room").setMesh(mesh));
  return new NodeIO().registerExtensions([EXTTextureWebP]).writeBinary(document);
}
