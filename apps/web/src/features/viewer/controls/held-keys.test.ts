import { describe, expect, it } from "vitest";
import { findKeyMotion, toHeldMotion } from "./held-keys.ts";

const key = (code: string, text = code) => ({ code, key: text });

describe("held keys", () => {
  it("walk with W A S D wherever those letters are on the keyboard layout", () => {
    expect(toHeldMotion([key("KeyW", "z"), key("KeyD", "d")], "walk", false)).toMatchObject({ forward: 1, right: 1 });
  });

  it("turn around the scene while orbiting and slide with Shift", () => {
    expect(toHeldMotion([key("ArrowLeft")], "orbit", false)).toMatchObject({ turnLeft: 1, right: 0 });
    expect(toHeldMotion([key("ArrowLeft")], "orbit", true)).toMatchObject({ turnLeft: 0, right: -1 });
  });

  it("cancel each other", () => {
    expect(toHeldMotion([key("KeyW"), key("ArrowDown")], "walk", false).forward).toBe(0);
  });

  it("zoom by the character the key produces", () => {
    expect(findKeyMotion(key("BracketRight", "+"), "orbit", false)).toEqual({ zoomIn: 1 });
    expect(findKeyMotion(key("KeyQ", "q"), "walk", false)).toBeUndefined();
  });

  it("rise and sink with E and Q while flying", () => {
    expect(toHeldMotion([key("KeyE"), key("KeyW")], "fly", true)).toMatchObject({ up: 1, forward: 1, run: true });
    expect(toHeldMotion([key("KeyQ")], "fly", false)).toMatchObject({ up: -1, run: false });
  });

  it("run with Shift only on foot and in flight", () => {
    expect(toHeldMotion([key("KeyW")], "walk", true).run).toBe(true);
    expect(toHeldMotion([key("ArrowUp")], "orbit", true).run).toBe(false);
  });
});
