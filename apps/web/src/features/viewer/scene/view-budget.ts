import type { ScanKind } from "@blueprint/contract/scan-formats";

/** Device facts from the browser, before any measurement. */
export interface DeviceFacts {
  readonly isPhone: boolean;
  /** Gigabytes, rounded and capped by the browser; undefined if not reported. */
  readonly memoryGb: number | undefined;
}

export function describeDevice(): DeviceFacts {
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  return { isPhone: matchMedia("(pointer: coarse)").matches, memoryGb: deviceMemory };
}

/** Limits for one visible scan. */
export interface ScanShare {
  readonly device: "desktop" | "phone";
  readonly cacheBytes: number;
  /** Scans up to these counts are shown whole, at full detail. */
  readonly whole: { readonly triangles: number; readonly points: number };
  /** Drawn at most, and kept loaded at most. */
  readonly splats: { readonly drawn: number; readonly loaded: number };
  /** Number of visible splat scans, which share one renderer. */
  readonly splatScans: number;
}

const wholeBudgets = {
  desktop: {
    cacheBytes: 400e6,
    wholeTriangles: 1_000_000,
    wholePoints: 5_000_000,
    drawnSplats: 1_500_000,
    loadedSplats: 4_194_304,
    pixelRatioMax: 2,
  },
  phone: {
    cacheBytes: 180e6,
    wholeTriangles: 333_333,
    wholePoints: 1_666_667,
    drawnSplats: 500_000,
    loadedSplats: 786_432,
    pixelRatioMax: 1.5,
  },
} as const;
const smallMemoryGb = 2;
const mediumMemoryGb = 4;
/** Below this, nothing useful fits. */
const factorMin = 1 / 8;

/**
 * Resource budget of a scene: derived from device facts, lowered whenever the GPU runs out of memory, and split evenly
 * between streaming scans. Panoramas don't count: their tiles have a small limit of their own.
 */
export class ViewBudget {
  readonly device: "desktop" | "phone";
  #kinds: readonly ScanKind[] = [];
  readonly #memoryGb: number | undefined;
  #shortages = 0;

  constructor({ isPhone, memoryGb }: DeviceFacts) {
    this.device = isPhone ? "phone" : "desktop";
    this.#memoryGb = memoryGb;
  }

  /** Sets the kinds that are visible now, or will be once loaded. */
  show(kinds: readonly ScanKind[]): void {
    this.#kinds = kinds.filter((kind) => kind !== "panorama");
  }

  /** Records a GPU shortage: a lost context or a failed allocation. */
  noteShortage(): void {
    this.#shortages++;
  }

  get share(): ScanShare {
    const whole = wholeBudgets[this.device];
    const part = this.#factor / Math.max(1, this.#kinds.length);
    return {
      device: this.device,
      cacheBytes: Math.round(whole.cacheBytes * part),
      whole: { triangles: Math.round(whole.wholeTriangles * part), points: Math.round(whole.wholePoints * part) },
      splats: {
        drawn: Math.round(whole.drawnSplats * part),
        loaded: Math.round(whole.loadedSplats * part),
      },
      splatScans: this.#kinds.filter((kind) => kind === "splat").length,
    };
  }

  /** Maximum device pixels per CSS pixel. */
  get pixelRatioMax(): number {
    return this.#shortages > 0 ? 1 : wholeBudgets[this.device].pixelRatioMax;
  }

  /** For all scans together. */
  get cacheBytes(): number {
    return Math.round(wholeBudgets[this.device].cacheBytes * this.#factor);
  }

  /** Reasons for the current budget, as text. */
  get reasons(): readonly string[] {
    const reasons = [this.device === "phone" ? "a device with a touch screen" : "a device with a pointer"];
    if (this.#memoryGb !== undefined) reasons.push(`${this.#memoryGb} GB of memory or more`);
    if (this.#kinds.length > 1) reasons.push(`shared by ${this.#kinds.length} scans`);
    if (this.#shortages === 1) reasons.push("the graphics card gave up once");
    if (this.#shortages > 1) reasons.push(`the graphics card gave up ${this.#shortages} times`);
    return reasons;
  }

  get #factor(): number {
    const memory = this.#memoryGb ?? Number.POSITIVE_INFINITY;
    const byMemory = memory <= smallMemoryGb ? 0.5 : memory <= mediumMemoryGb ? 0.75 : 1;
    return Math.max(factorMin, byMemory / 2 ** this.#shortages);
  }
}
