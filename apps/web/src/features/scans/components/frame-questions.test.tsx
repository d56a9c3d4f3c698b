import type { FrameAnswers, PreflightReport } from "@blueprint/contract/scan-report";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { FrameQuestions } from "./frame-questions.tsx";

const splat: PreflightReport = {
  kind: "splat",
  format: "splat",
  sizeBytes: 1000,
  counts: {},
  unit: "unknown",
  upAxis: "-y",
  bounds: { min: [0, 0, 0], max: [400, 300, 200] },
  warnings: [],
};

function ask(report: PreflightReport, frame: FrameAnswers = {}) {
  const onFrame = vi.fn<(frame: FrameAnswers) => void>();
  const { user } = renderScreen(<FrameQuestions report={report} frame={frame} onFrame={onFrame} />);
  return { user, onFrame };
}

it("asks nothing if the file states everything", () => {
  ask({ ...splat, kind: "mesh", format: "glb", unit: "metre", upAxis: "y" });
  expect(screen.queryByRole("combobox")).toBeNull();
});

it("shows the scan's size for each answer", () => {
  ask(splat, { unit: "centimetre" });
  const unit = screen.getByRole("combobox", { name: "One unit in the file is" });
  expect(unit).toHaveProperty("value", "centimetre");
  expect(screen.getByText("The scan will be 4.00 × 3.00 × 2.00 m.")).toBeDefined();
});

it("keeps one answer when the other is given, and allows removing an answer", async () => {
  const { user, onFrame } = ask(splat, { unit: "foot" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Up in the file is" }), "z");
  expect(onFrame).toHaveBeenLastCalledWith({ unit: "foot", upAxis: "z" });
  await user.selectOptions(screen.getByRole("combobox", { name: "One unit in the file is" }), "");
  expect(onFrame).toHaveBeenLastCalledWith({});
});

it("asks for the width of a sheet in metres, and refuses anything but a number", async () => {
  const { user, onFrame } = ask({ ...splat, kind: "plan", format: "jpeg-plan", upAxis: "y" });
  const width = screen.getByRole("textbox", { name: /Width of the whole sheet/ });
  await user.type(width, "24.5");
  expect(onFrame).toHaveBeenLastCalledWith({ sheetWidthM: 24.5 });
  await user.clear(width);
  onFrame.mockClear();
  await user.type(width, "wide");
  expect(screen.getByText("Enter a number of metres, such as 24.5.")).toBeDefined();
  expect(onFrame).not.toHaveBeenCalled();
});
