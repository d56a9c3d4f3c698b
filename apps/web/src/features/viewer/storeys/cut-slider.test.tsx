import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { CutSlider } from "./cut-slider.tsx";

const range = { minM: -1, maxM: 5 };

it("shows the height above the lowest point", () => {
  renderScreen(<CutSlider range={range} cutM={1.2} onChange={() => {}} />);
  const slider = screen.getByRole("slider", { name: "Cut height" });
  expect(slider.getAttribute("aria-valuetext")).toBe("2.2\u00a0m");
  expect(screen.getByRole("status").textContent).toBe("2.2\u00a0m");
});

it("is at the top while nothing is cut, and says so", () => {
  renderScreen(<CutSlider range={range} cutM={null} onChange={() => {}} />);
  const slider = screen.getByRole<HTMLInputElement>("slider");
  expect([slider.value, slider.getAttribute("aria-valuetext")]).toEqual(["6", "No cut"]);
});

it("cuts at a height in the place's frame, and stops cutting at the top", () => {
  const onChange = vi.fn();
  renderScreen(<CutSlider range={range} cutM={1} onChange={onChange} />);
  fireEvent.change(screen.getByRole("slider"), { target: { value: "3" } });
  expect(onChange).toHaveBeenLastCalledWith(2);
  fireEvent.change(screen.getByRole("slider"), { target: { value: "6" } });
  expect(onChange).toHaveBeenLastCalledWith(null);
});
