import type { EmbedPart } from "@blueprint/contract/embed-options";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { ViewerHelp } from "./viewer-help.tsx";

const listWhat = () => screen.getAllByRole("definition").map(({ textContent }) => textContent ?? "");

it("explains nothing that an embedded place leaves out", () => {
  const whole: ReadonlySet<EmbedPart> = new Set();
  const { rerender } = renderScreen(<ViewerHelp topic="orbit" hidden={whole} />);
  const all = listWhat();
  rerender(<ViewerHelp topic="orbit" hidden={new Set<EmbedPart>(["guide", "measure"])} />);
  expect(all.filter((what) => !listWhat().includes(what))).toEqual([
    "measure; Enter places a point at the crosshair",
    "ask this place",
  ]);
});
