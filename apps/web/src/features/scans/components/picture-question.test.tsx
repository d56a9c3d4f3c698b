import type { PreflightReport } from "@blueprint/contract/scan-report";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { settlePicture } from "../use-preflight.ts";
import { PictureAdvice } from "./picture-question.tsx";
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
const show = (file: File, isPlan: boolean) =>
  renderToStaticMarkup(
    createElement(PreflightCard, {
      file,
      preflight: settlePicture({ status: "usable", report }, true, isPlan, () => undefined),
    }),
  );
const photo = new File(["x"], "IMG_2041.jpg");

it("asks what a photograph is, and says nothing of a plan before", () => {
  const asked = show(photo, false);
  for (const words of ["What does this picture show?", "A floor plan", "A 360° panorama", "A place or an object"]) {
    expect(asked).toContain(words);
  }
  expect(asked).not.toContain("JPEG plan");
});

it("takes it for a plan once the user says so", () => {
  const told = show(photo, true);
  expect(told).toContain("JPEG plan");
  expect(told).not.toContain("What does this picture show?");
});

it("can't be uploaded before the answer", () => {
  expect(settlePicture({ status: "usable", report }, true, false, () => undefined).status).toBe("open");
  expect(settlePicture({ status: "usable", report }, false, false, () => undefined).status).toBe("usable");
});

it("says where other pictures belong", () => {
  expect(renderToStaticMarkup(createElement(PictureAdvice, { answer: "panorama" }))).toContain("twice its height");
  expect(renderToStaticMarkup(createElement(PictureAdvice, { answer: "anchor" }))).toContain("place an anchor");
});
