import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import type { SheetHeight } from "./sheet-height.ts";
import { VisitorSheet } from "./visitor-sheet.tsx";

function open(height: SheetHeight) {
  const [onHeight, onClose] = [vi.fn<(height: SheetHeight) => void>(), vi.fn()];
  const { user } = renderScreen(
    <VisitorSheet height={height} onHeight={onHeight} onClose={onClose}>
      the card
    </VisitorSheet>,
  );
  return { user, onHeight, onClose, handle: screen.getByRole("slider", { name: "Panel height" }) };
}

it("announces its height", () => {
  const { handle } = open("half");
  expect(handle.getAttribute("aria-valuetext")).toBe("Half the screen");
  expect(handle.getAttribute("aria-valuenow")).toBe("1");
});

it("changes its height with the keyboard, and leaves other keys to the page", async () => {
  const { user, handle, onHeight } = open("half");
  handle.focus();
  const pressed: [key: string, height: SheetHeight][] = [
    ["{ArrowUp}", "full"],
    ["{ArrowDown}", "peek"],
    ["{Home}", "peek"],
    ["{End}", "full"],
  ];
  for (const [key, height] of pressed) {
    await user.keyboard(key);
    expect(onHeight).toHaveBeenLastCalledWith(height);
  }
  await user.keyboard("m");
  expect(onHeight).toHaveBeenCalledTimes(pressed.length);
});

it.each([
  ["half", "full"],
  ["full", "half"],
] as const)("goes from %s to %s when its handle is tapped", (height, next) => {
  const { handle, onHeight } = open(height);
  fireEvent.pointerDown(handle, { pointerId: 1, clientY: 400 });
  fireEvent.pointerUp(handle, { pointerId: 1, clientY: 402 });
  expect(onHeight).toHaveBeenCalledExactlyOnceWith(next);
});

it("keeps its height when the system cancels the pointer", () => {
  const { handle, onHeight, onClose } = open("half");
  fireEvent.pointerDown(handle, { pointerId: 1, clientY: 400 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 700 });
  fireEvent.pointerCancel(handle, { pointerId: 1, clientY: 700 });
  expect(onHeight).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
