import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScanReport } from "@blueprint/contract/scan-report";
import { lengthOf, type Polyline } from "./polyline.ts";

/** Height above the floor at which storeys are cut, metres: above tables, below lintels. */
export const cutOverFloorM = 1.2;
/** A cut with less wall than this does not go through a storey (but over a roof, say), metres. */
const wallMMin = 4;
const marginM = 0.5;

type Plan = NonNullable<ScanReport["plans"]>[number];

/**
 * Writes `plans/<n>.svg` for each storey, lowest first, and returns their entries for the report. One picture unit is
 * one metre; x and y are the scene's x and z, so a plan aligns with the scene directly.
 * @param floorsM heights of the floors, metres, y up
 * @param cuts the lines of each floor's cut
 */
export async function writePlans(
  outputDir: string,
  floorsM: readonly number[],
  cuts: readonly (readonly Polyline[])[],
): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [index, floorM] of floorsM.entries()) {
    const lines = cuts[index] ?? [];
    const extent = toExtent(lines);
    const wallM = lines.reduce((sum, line) => sum + lengthOf(line), 0);
    if (wallM < wallMMin) continue;
    const path = `plans/${plans.length}.svg`;
    await mkdir(join(outputDir, "plans"), { recursive: true });
    await writeFile(join(outputDir, path), drawPlan(lines, extent));
    plans.push({ path, floorM: round(floorM), cutM: round(floorM + cutOverFloorM), extent });
  }
  return plans;
}

function toExtent(lines: readonly Polyline[]): Plan["extent"] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (const [x, y] of line) {
      minX = Math.min(minX, x);
      minY = Math.min(minY, y);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
    }
  }
  return {
    min: [round(minX - marginM), round(minY - marginM)],
    max: [round(maxX + marginM), round(maxY + marginM)],
  };
}

function drawPlan(lines: readonly Polyline[], { min, max }: Plan["extent"]): string {
  const view = [...min, round(max[0] - min[0]), round(max[1] - min[1])];
  const path = lines.map((line) => `M${line.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`).join("");
  // The viewer chooses stroke and fill; standalone, the plan is dark on a transparent background.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(" ")}"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.5" vector-effect="non-scaling-stroke" stroke-linejoin="round" stroke-linecap="round"/></svg>\n`;
}

const round = (metres: number) => Math.round(metres * 1000) / 1000;
