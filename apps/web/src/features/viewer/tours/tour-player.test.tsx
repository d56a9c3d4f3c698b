import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { buildAnchor, buildTour } from "../testing/build-place.ts";
import { TourPlayer } from "./tour-player.tsx";

const anchors = [
  buildAnchor("door", { title: "The door", text: "Made of oak." }),
  buildAnchor("hall", { title: "The hall", text: "Built in 1880." }),
];
const tour = buildTour("Highlights", [
  { anchorId: "door", narration: "Come in." },
  { anchorId: "hall", narration: "Built in 1880." },
]);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function play(shownAnchorId: string | null = null) {
  const [onStop, onClose] = [vi.fn(), vi.fn()];
  renderScreen(
    <TourPlayer
      tour={tour}
      objects={{ anchors, views: [], zones: [] }}
      shownAnchorId={shownAnchorId}
      onStop={onStop}
      onClose={onClose}
    />,
  );
  return { onStop, onClose, shownStops: () => onStop.mock.calls.map(([{ anchorId }]) => anchorId) };
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("shows each stop for its time and then ends", () => {
  const { shownStops } = play();
  expect(shownStops()).toEqual(["door"]);
  expect(screen.getByText("The door", { exact: false })).toBeDefined();
  pass(5);
  expect(shownStops()).toEqual(["door", "hall"]);
  pass(5);
  expect(screen.getByText("The tour has ended.", { exact: false })).toBeDefined();
  expect(screen.getByRole("button", { name: "Next stop" })).toHaveProperty("disabled", true);
});

it("waits while it is paused", () => {
  const { shownStops } = play();
  press("Pause");
  pass(60);
  expect(shownStops()).toEqual(["door"]);
  press("Play");
  pass(5);
  expect(shownStops()).toEqual(["door", "hall"]);
});

it("steps to the next stop and back", () => {
  const { shownStops } = play();
  expect(screen.getByRole("button", { name: "Previous stop" })).toHaveProperty("disabled", true);
  press("Next stop");
  press("Previous stop");
  expect(shownStops()).toEqual(["door", "hall", "door"]);
});

it("plays again from the beginning", () => {
  const { shownStops } = play();
  pass(10);
  press("Play again");
  expect(shownStops()).toEqual(["door", "hall", "door"]);
});

it("does not repeat the open card: the title, and a narration with the same text", () => {
  play("hall");
  expect(screen.getByText("Come in.")).toBeDefined();
  press("Next stop");
  expect(screen.queryByText("Built in 1880.")).toBeNull();
  expect(screen.queryByText("The hall", { exact: false })).toBeNull();
});

it("ends when the visitor leaves it", () => {
  const { onClose } = play();
  press("End tour");
  expect(onClose).toHaveBeenCalledOnce();
});
