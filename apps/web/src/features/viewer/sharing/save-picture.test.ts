import { expect, test } from "vitest";
import { toPictureName } from "./save-picture.ts";

test("a picture is named after its place", () => {
  expect(toPictureName("Museum of Small Measures (example)")).toBe("Museum of Small Measures (example).png");
  expect(toPictureName("Café Größe 3/4: „Nord“")).toBe("Café Größe 3 4 Nord.png");
  expect(toPictureName("../..")).toBe("Blueprint.png");
  expect(toPictureName("")).toBe("Blueprint.png");
});
