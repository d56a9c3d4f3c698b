/** A frame buffer: colours, and per pixel the inverse distance (0 means empty) and how opaque it is. */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** sRGB, 0–255, three values per pixel. */
  readonly colour: Float32Array;
  readonly inverseDepth: Float32Array;
  /** 0 to 1; only counts where something is drawn. */
  readonly opacity: Float32Array;
}

export type Colour = readonly [red: number, green: number, blue: number];

export const ink: Colour = [38, 44, 58];
/** Diluted ink, for shadows. */
export const wash: Colour = [122, 122, 136];
/** For surfaces without a colour. */
export const plaster: Colour = [241, 233, 218];

export function createFrame(widthPx: number, heightPx: number): Frame {
  return {
    widthPx,
    heightPx,
    colour: new Float32Array(widthPx * heightPx * 3),
    inverseDepth: new Float32Array(widthPx * heightPx),
    opacity: new Float32Array(widthPx * heightPx).fill(1),
  };
}

// Twelve directions on two rings: enough to detect a crease, few enough to be fast.
const ring = Array.from({ length: 12 }, (_, index) => {
  const angle = (index * Math.PI) / 6 + (index % 2) * 0.26;
  return [Math.cos(angle), Math.sin(angle), index % 2 === 0 ? 1 : 2.2] as const;
});

/**
 * Darkens pixels that lie deeper than their surroundings (eye-dome lighting): edges and creases become readable without
 * normals or lights. `strength` 0 leaves the colours unchanged.
 */
export function inkCreases(frame: Frame, strength: number): void {
  const { widthPx, heightPx, inverseDepth, colour } = frame;
  const radius = Math.max(1, widthPx / 420);
  const across = Int32Array.from(ring, ([dx, , reach]) => Math.round(dx * radius * reach));
  const down = Int32Array.from(ring, ([, dy, reach]) => Math.round(dy * radius * reach));
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x;
      const here = inverseDepth[at]!;
      if (here === 0) continue;
      let shade = 0;
      for (let direction = 0; direction < across.length; direction++) {
        const sx = x + across[direction]!;
        const sy = y + down[direction]!;
        if (sx < 0 || sy < 0 || sx >= widthPx || sy >= heightPx) continue;
        // Relative, so that a metre in the distance weighs as much as a decimetre nearby.
        const nearer = inverseDepth[sy * widthPx + sx]! / here - 1;
        if (nearer > 0.002) shade += Math.min(nearer, 0.12);
      }
      const amount = Math.min(0.62, shade * strength);
      if (amount <= 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const index = at * 3 + channel;
        colour[index] = colour[index]! * (1 - amount) + ink[channel]! * amount;
      }
    }
  }
}

/**
 * Averages blocks of `factor` × `factor` pixels and returns packed 8-bit RGBA, transparent where nothing is drawn: each
 * theme shows its own background.
 */
export function toRgba(frame: Frame, factor: number): { widthPx: number; heightPx: number; rgba: Uint8Array } {
  const widthPx = Math.floor(frame.widthPx / factor);
  const heightPx = Math.floor(frame.heightPx / factor);
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const sum = [0, 0, 0, 0];
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++) {
          const at = (y * factor + dy) * frame.widthPx + x * factor + dx;
          const opacity = frame.inverseDepth[at] === 0 ? 0 : frame.opacity[at]!;
          for (let channel = 0; channel < 3; channel++) sum[channel]! += frame.colour[at * 3 + channel]! * opacity;
          sum[3]! += opacity;
        }
      }
      const to = (y * widthPx + x) * 4;
      if (sum[3] === 0) continue;
      for (let channel = 0; channel < 3; channel++) rgba[to + channel] = sum[channel]! / sum[3]!;
      rgba[to + 3] = (sum[3]! / (factor * factor)) * 255;
    }
  }
  return { widthPx, heightPx, rgba: new Uint8Array(rgba.buffer) };
}
