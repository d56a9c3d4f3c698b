import type { ScanKind } from "@blueprint/contract/scan-formats";

/** What the browser says of the device before anything is measured. */
export interface DeviceFacts {
  readonly isPhone: boolean;
  /** Gigabytes, rounded and capped by the browser; undefined where it does not say. */
  readonly memoryGb: number | undefined;
}

export function describeDevice(): DeviceFacts {
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  return { isPhone: matchMedia("(pointer: coarse)").matches, memoryGb: deviceMemory };
}

/** What one of the scans that are shown may use. */
export interface ScanShare {
  readonly device: "desktop" | "phone";
  readonly cacheBytes: number;
  /** Drawn at most, and kept loaded at most. */
  readonly splats: { readonly drawn: number; readonly loaded: number };
  /** How many scans of splats are shown, which share one renderer. */
  readonly splatScans: number;
}

const wholeBudgets = {
  desktop: { cacheBytes: 400e6, drawnSplats: 1_500_000, loadedSplats: 4_194_304, pixelRatioMax: 2 },
  phone: { cacheBytes: 180e6, drawnSplats: 400_000, loadedSplats: 786_432, pixelRatioMax: 1.5 },
} as const;
const smallMemoryGb = 2;
const mediumMemoryGb = 4;
/** Below this nothing useful can be kept. */
const factorMin = 1 / 8;

/**
 * What a scene may use of its device: by what the device says of itself, lowered whenever the graphics card ran out of
 * memory, shared evenly by the scans that stream. A panorama is not counted: its tiles have a small bound of their own.
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

  /** Tells what is shown now, or will be as soon as it is loaded. */
  show(kinds: readonly ScanKind[]): void {
    this.#kinds = kinds.filter((kind) => kind !== "panorama");
  }

  /** The graphics card gave up: a lost context, or an allocation that failed. */
  noteShortage(): void {
    this.#shortages++;
  }

  get share(): ScanShare {
    const whole = wholeBudgets[this.device];
    const part = this.#factor / Math.max(1, this.#kinds.length);
    return {
      device: this.device,
      cacheBytes: Math.round(whole.cacheBytes * part),
      splats: {
        drawn: Math.round(whole.drawnSplats * part),
        loaded: Math.round(whole.loadedSplats * part),
      },
      splatScans: this.#kinds.filter((kind) => kind === "splat").length,
    };
  }

  /** Device pixels per CSS pixel at most. */
  get pixelRatioMax(): number {
    return this.#shortages > 0 ? 1 : wholeBudgets[this.device].pixelRatioMax;
  }

  /** All scans together. */
  get cacheBytes(): number {
    return Math.round(wholeBudgets[this.device].cacheBytes * this.#factor);
  }

  /** Why the budget is what it is, in words. */
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
