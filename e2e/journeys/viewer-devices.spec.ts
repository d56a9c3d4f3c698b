import { type ExampleAnchor, exampleMuseum } from "@blueprint/scene/example-museum";
import type { Page } from "@playwright/test";
import { expectScanShown, sceneOf } from "../harness/editor.ts";
import { embedSettings } from "../harness/embed-settings.ts";
import { wearHeadset } from "../harness/headset.ts";
import { expect, test } from "../harness/people.ts";

/** What a page sees as a gamepad of the standard mapping; the test controls its sticks and buttons. */
interface HeldPad {
  axes: number[];
  buttons: { pressed: boolean; touched: boolean; value: number }[];
}
declare global {
  interface Window {
    heldPad: HeldPad;
  }
}
/** Opens the example museum, which needs no account and no conversion. */
async function openMuseum(page: Page): Promise<void> {
  await embedSettings(page, { VITE_SCENE_ACCESS_CODE: "right-code" });
  await page.goto("/webxr?code=right-code");
  await expectScanShown(page);
}

/** Waits for a page to draw some frames, however slow its CPU, and a moment longer. */
async function letDraw(page: Page, pictures = 4): Promise<void> {
  await page.evaluate(async (count) => {
    const moment = new Promise((resolve) => setTimeout(resolve, 250));
    for (let drawn = 0; drawn < count; drawn++) await new Promise(requestAnimationFrame);
    await moment;
  }, pictures);
}

const cameraOf = (page: Page) => sceneOf(page).getAttribute("data-camera");

test("a visitor walks and flies through a place with keys and with a gamepad", async ({ page, screens }) => {
  await page.addInitScript(() => {
    const button = () => ({ pressed: false, touched: false, value: 0 });
    window.heldPad = { axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, button) };
    const pad = { id: "Standard pad", index: 0, connected: true, mapping: "standard", timestamp: 0 };
    navigator.getGamepads = () => [{ ...pad, ...window.heldPad } as unknown as Gamepad];
  });
  await openMuseum(page);
  const hold = (axes: number[], pressed: number[] = []) =>
    page.evaluate(
      ([nextAxes, held]) => {
        window.heldPad.axes = nextAxes;
        window.heldPad.buttons = window.heldPad.buttons.map((_, index) => {
          const isHeld = held.includes(index);
          return { pressed: isHeld, touched: isHeld, value: isHeld ? 1 : 0 };
        });
      },
      [axes, pressed] as const,
    );
  /** Runs an input until the camera has come to rest elsewhere. */
  const expectMoved = async (begin: () => Promise<unknown>, end: () => Promise<unknown>) => {
    const before = await cameraOf(page);
    await begin();
    await letDraw(page);
    await end();
    await expect.poll(() => cameraOf(page), { timeout: 30_000 }).not.toBe(before);
  };
  const rest = () => hold([0, 0, 0, 0]);

  await test.step("flying: W ahead, E up, the left stick, the triggers", async () => {
    await page.keyboard.press("f");
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "fly");
    for (const key of ["w", "e"]) {
      await expectMoved(
        () => page.keyboard.down(key),
        () => page.keyboard.up(key),
      );
    }
    await expectMoved(() => hold([0, -1, 0, 0]), rest);
    await expectMoved(() => hold([0, 0, 0, 0], [7]), rest);
    await expectMoved(() => hold([0, 0, 0, 0], [0]), rest);
  });

  await test.step("on foot: the left stick walks, A goes to what the dot shows", async () => {
    await page.keyboard.press("v");
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "walk");
    await expectMoved(() => hold([0, -1, 0, 0]), rest);
    // How far a turn goes depends on the frame rate: search until the dot is on the floor.
    const before = await cameraOf(page);
    const jump = async () => {
      for (const axes of [
        [0, 0, 0.8, 0.6],
        [0, 0, 0, 0],
      ]) {
        await hold(axes, axes[2] === 0 ? [0] : []);
        await letDraw(page);
        await rest();
      }
      // The camera is reported once it is at rest.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
      return cameraOf(page);
    };
    await expect.poll(jump, { timeout: 45_000 }).not.toBe(before);
  });

  await test.step("a distance is measured with the keyboard alone, with how sure it is", async () => {
    await page.keyboard.press("o");
    await page.keyboard.press("Home");
    await page.keyboard.press("m");
    const panel = page.getByRole("region", { name: "Measure" });
    await expect(panel).toContainText("2 more points to go");
    await page.keyboard.press("Enter");
    await expect(panel).toContainText("1 more point to go");
    await expectMoved(
      () => page.keyboard.down("ArrowRight"),
      () => page.keyboard.up("ArrowRight"),
    );
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("status")).toHaveText(/^[\d.]+\sm ± [\d.]+\sm$/);
    await page.keyboard.press("Backspace");
    await expect(panel).toContainText("1 more point to go");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await page.keyboard.press("v");
  });

  await test.step("the help tells of the way one moves now", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys and gestures" });
    await expect(help.getByRole("heading", { name: "Walking" })).toBeVisible();
    await screens(page);
    await page.keyboard.press("Escape");
    await expect(help).toHaveCount(0);
  });
});

test("a headset enters the place, moves where it points, turns, reads a card, and returns to the unchanged page", async ({
  page,
}) => {
  await wearHeadset(page);
  await openMuseum(page);
  const scene = sceneOf(page);
  const pin = scene.locator("[data-marker]").first();
  const pinBefore = await pin.getAttribute("style");

  await page.getByRole("button", { name: "Enter VR" }).click();
  await expect(scene).toHaveAttribute("data-immersive", "vr");
  // The same signs as on the page: the chosen icon, or else that of the type.
  const signs = (await scene.getAttribute("data-pin-signs"))?.split(" ") ?? [];
  expect(signs).toEqual(exampleMuseum.anchors.map(({ icon }: ExampleAnchor) => icon ?? "info"));
  expect(signs).toContain("accessible");
  const readRoom = async () =>
    (await scene.getAttribute("data-room"))!.split(",").map(Number) as [number, number, number, number];
  /** Points the right hand from chest height in a direction of the room and pulls the trigger. */
  const pressAlong = (direction: readonly [number, number, number]) =>
    page.evaluate(async ([x, y, z]) => {
      const { right } = window.xrDevice.controllers;
      right.position.set(0, 1.4, 0);
      const [yaw, pitch] = [Math.atan2(-x, -z), Math.atan2(y, Math.hypot(x, z))];
      const [cy, sy, cp, sp] = [Math.cos(yaw / 2), Math.sin(yaw / 2), Math.cos(pitch / 2), Math.sin(pitch / 2)];
      right.quaternion.set(cy * sp, sy * cp, -sy * sp, cy * cp);
      // The headset's frames come with the page's own. A hand takes two more frames to reach its position.
      const seen = async () => {
        for (let drawn = 0; drawn < 4; drawn++) await new Promise(requestAnimationFrame);
      };
      await seen();
      right.updateButtonValue("trigger", 1);
      await seen();
      right.updateButtonValue("trigger", 0);
      await seen();
    }, direction);

  await test.step("a press at the floor goes there", async () => {
    const before = await readRoom();
    await pressAlong([0, -1, -1]);
    await expect.poll(readRoom).not.toEqual(before);
  });

  await test.step("a push of the stick turns by thirty degrees, once", async () => {
    const [, , , before] = await readRoom();
    await page.evaluate(() => window.xrDevice.controllers.right.updateAxes("thumbstick", 1, 0));
    await expect.poll(async () => Math.round(((before - (await readRoom())[3]) * 180) / Math.PI)).toBe(30);
    await page.evaluate(() => window.xrDevice.controllers.right.updateAxes("thumbstick", 0, 0));
  });

  const pressAt = async ({ position }: (typeof exampleMuseum.anchors)[number]) => {
    const [x, y, z, yaw] = await readRoom();
    const [dx, dy, dz] = [position[0] - x, position[1] - y - 1.4, position[2] - z];
    await pressAlong([dx * Math.cos(yaw) - dz * Math.sin(yaw), dy, dz * Math.cos(yaw) + dx * Math.sin(yaw)]);
  };
  const readHidden = async () => ((await scene.getAttribute("data-pins-hidden")) ?? "").split(" ").filter(Boolean);

  await test.step("pins behind walls are dimmed and out of reach, those in the room are not", async () => {
    await expect.poll(async () => (await readHidden()).length).toBeGreaterThan(0);
    const hidden = await readHidden();
    expect(hidden.length).toBeLessThan(exampleMuseum.anchors.length);
    const behind = exampleMuseum.anchors.find(({ id }) => hidden.includes(id))!;
    await pressAt(behind);
    await expect(scene).not.toHaveAttribute("data-card", behind.id);
  });

  await test.step("a press at a pin opens its card", async () => {
    for (const anchor of exampleMuseum.anchors) {
      await pressAt(anchor);
      if ((await scene.getAttribute("data-card")) !== "") break;
    }
    await expect(scene).toHaveAttribute("data-card", /./);
  });

  // The emulator covers the page with its own picture.
  await page.getByRole("button", { name: "Leave VR" }).dispatchEvent("click");
  await expect(scene).not.toHaveAttribute("data-immersive");
  await expect(pin).toHaveAttribute("style", pinBefore ?? "");
});
