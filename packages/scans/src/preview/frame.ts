/** A picture in the making: colours and, per pixel, the inverse of the distance, so that 0 is "nothing there". */
export interface Frame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** sRGB, 0–255, three values a pixel. */
  readonly colour: Float32Array;
  readonly inverseDepth: Float32Array;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** The product's paper; ink stands on it. */
export const paper: Colour = [244, 241, 234];
export const ink: Colour = [38, 44, 58];
/** Thinned ink, for shadows. */
export const wash: Colour = [122, 122, 136];
/** Surfaces that bring no colour of their own. */
export const plaster: Colour = [241, 233, 218];

export function createFrame(widthPx: number, heightPx: number): Frame {
  return {
    widthPx,
    heightPx,
    colour: new Float32Array(widthPx * heightPx * 3),
    inverseDepth: new Float32Array(widthPx * heightPx),
  };
}

// Twelve directions on two rings: enough to see a crease, few enough to stay fast.
const ring = Array.from({ length: 12 }, (_, index) => {
  const angle = (index * Math.PI) / 6 + (index % 2) * 0.26;
  return [Math.cos(angle), Math.sin(angle), index % 2 === 0 ? 1 : 2.2] as const;
});

/**
 * Darkens with ink what lies deeper than its surroundings (eye-dome lighting): edges and creases become readable
 * without normals or lights. `strength` 0 leaves the colours alone.
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
        // Relative, so that a metre far away weighs as much as a decimetre near by.
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

/** Averages blocks of `factor` × `factor` pixels over paper and returns packed 8-bit RGB. */
export function toRgb(frame: Frame, factor: number): { widthPx: number; heightPx: number; rgb: Uint8Array } {
  const widthPx = Math.floor(frame.widthPx / factor);
  const heightPx = Math.floor(frame.heightPx / factor);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = 0; dy < factor; dy++) {
          for (let dx = 0; dx < factor; dx++) {
            const at = (y * factor + dy) * frame.widthPx + x * factor + dx;
            sum += frame.inverseDepth[at] === 0 ? paper[channel]! : frame.colour[at * 3 + channel]!;
          }
        }
        rgb[(y * widthPx + x) * 3 + channel] = Math.round(Math.min(255, Math.max(0, sum / (factor * factor))));
      }
    }
  }
  return { widthPx, heightPx, rgb };
}
