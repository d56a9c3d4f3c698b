import type { PreflightReport } from "@blueprint/contract/scan-report";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { settlePicture } from "../use-preflight.ts";
import { PreflightCard } from "./preflight-card.tsx";

const report: PreflightReport = {
  kind: "plan",
  format: "jpeg-plan",
  sizeBytes: 1000,
  counts: { widthPx: 800, heightPx: 600 },
  unit: "unknown",
  upAxis: "y",
  warnings: ["scan-plan-scale-unknown"],
};
const photo = new File(["x"], "IMG_2041.jpg");

/** A photograph that is chosen for upload. */
function ChosenPhoto() {
  const [isPlan, setPlan] = useState(false);
  return (
    <PreflightCard
      file={photo}
      preflight={settlePicture({ status: "usable", report }, true, isPlan, () => setPlan(true))}
    />
  );
}

it("asks what a photograph shows, without mentioning plans first", () => {
  renderScreen(<ChosenPhoto />);
  const question = screen.getByRole("group", { name: "What does this picture show?" });
  for (const words of ["A floor plan", "A 360° panorama", "A place or an object"]) {
    expect(question.textContent).toContain(words);
  }
  expect(screen.queryByText("JPEG plan")).toBeNull();
});

it("treats it as a plan once the user says so", async () => {
  const { user } = renderScreen(<ChosenPhoto />);
  await user.click(screen.getByRole("button", { name: "A floor plan" }));
  expect(screen.getByText("JPEG plan")).toBeDefined();
  expect(screen.queryByText("What does this picture show?")).toBeNull();
});

it("can't be uploaded before the answer", () => {
  expect(settlePicture({ status: "usable", report }, true, false, () => undefined).status).toBe("open");
  expect(settlePicture({ status: "usable", report }, false, false, () => undefined).status).toBe("usable");
});

it("says where other images belong", async () => {
  const { user } = renderScreen(<ChosenPhoto />);
  await user.click(screen.getByRole("button", { name: "A 360° panorama" }));
  expect(screen.getByText(/twice its height/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "A place or an object" }));
  expect(screen.getByText(/place an anchor/)).toBeDefined();
});
