import { fireEvent, render, screen } from "@testing-library/react";
import { useMemo } from "react";
import { expect, test } from "vitest";
import { useHeldSpaceBar, useHold } from "./use-hold.ts";

function Held({ calls }: { readonly calls: string[] }) {
  const held = useMemo(
    () => ({ press: () => void calls.push("press"), release: () => void calls.push("release") }),
    [calls],
  );
  useHeldSpaceBar(held);
  return (
    <>
      <button type="button" aria-pressed={calls.at(-1) === "press"} {...useHold(held)}>
        Hold
      </button>
      <input aria-label="Question" />
      <p>Elsewhere</p>
    </>
  );
}

function renderHeld() {
  const calls: string[] = [];
  const { rerender } = render(<Held calls={calls} />);
  return { calls, again: () => rerender(<Held calls={calls} />), button: screen.getByRole("button") };
}

test("a pointer holds it while it is down", () => {
  const { calls, button } = renderHeld();
  button.setPointerCapture = () => {};
  fireEvent.pointerDown(button, { button: 0, pointerId: 1 });
  fireEvent.pointerUp(button, { pointerId: 1 });
  fireEvent.click(button, { detail: 1 });
  expect(calls).toEqual(["press", "release"]);
  fireEvent.pointerDown(button, { button: 2, pointerId: 1 });
  expect(calls).toHaveLength(2);
});

test.each([" ", "Enter"])("the key %j on it holds it once, however long", (key) => {
  const { calls, button } = renderHeld();
  expect(fireEvent.keyDown(button, { key }), "no click, no scrolling").toBe(false);
  fireEvent.keyDown(button, { key, repeat: true });
  expect(fireEvent.keyUp(button, { key })).toBe(false);
  expect(calls.filter((call) => call === "press")).toHaveLength(1);
  expect(calls.at(-1)).toBe("release");
  fireEvent.keyDown(button, { key: "Tab" });
  expect(calls.filter((call) => call === "press")).toHaveLength(1);
});

test("a click without a pointer or a key presses it, and the next one releases it", () => {
  const { calls, button, again } = renderHeld();
  fireEvent.click(button, { detail: 0 });
  again();
  fireEvent.click(button, { detail: 0 });
  expect(calls).toEqual(["press", "release"]);
});

test("the space bar holds it from anywhere but where it has a meaning of its own", () => {
  const { calls } = renderHeld();
  fireEvent.keyDown(screen.getByRole("textbox"), { key: " " });
  expect(calls).toEqual([]);
  fireEvent.keyDown(screen.getByText("Elsewhere"), { key: " " });
  fireEvent.keyDown(screen.getByText("Elsewhere"), { key: " ", repeat: true });
  expect(calls).toEqual(["press"]);
  fireEvent.keyUp(window, { key: " " });
  expect(calls).toEqual(["press", "release"]);
});

test("leaving the window or the button releases it", () => {
  const { calls, button } = renderHeld();
  fireEvent.keyDown(screen.getByText("Elsewhere"), { key: " " });
  fireEvent.blur(window);
  fireEvent.blur(button);
  expect(calls.filter((call) => call === "release").length).toBeGreaterThanOrEqual(1);
});
