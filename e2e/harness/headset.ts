import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

declare global {
  interface Window {
    xrDevice: EmulatedHeadset;
  }
}

interface EmulatedHand {
  readonly position: { set(x: number, y: number, z: number): void };
  readonly quaternion: { set(x: number, y: number, z: number, w: number): void };
  updateButtonValue(button: string, value: number): void;
  updateAxes(axes: string, x: number, y: number): void;
}

interface EmulatedHeadset {
  readonly controllers: { readonly right: EmulatedHand };
}

/** Gives a page an emulated headset, before it loads. The test moves it through `window.xrDevice`. */
export async function wearHeadset(page: Page): Promise<void> {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve("iwer/build/iwer.min.js") });
  await page.addInitScript(() => {
    const { IWER } = window as unknown as {
      IWER: {
        XRDevice: new (config: unknown) => EmulatedHeadset & { installRuntime(options: object): void };
        metaQuest3: unknown;
      };
    };
    const device = new IWER.XRDevice(IWER.metaQuest3);
    device.installRuntime({ forceInstall: true });
    window.xrDevice = device;
  });
}
