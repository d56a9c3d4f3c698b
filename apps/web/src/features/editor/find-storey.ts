import type { Scene } from "@blueprint/scene/read-scene";

// Objects on a storey may be measured slightly below its floor.
const slackMetres = 0.3;

/** The storey at a height: the one with the highest known floor below it, otherwise the ground floor. */
export function findStoreyAt({ floors }: Pick<Scene, "floors">, y: number): number {
  let found: { readonly storey: number; readonly elevation: number } | null = null;
  for (const { storey, elevation } of floors) {
    if (elevation === null || elevation - slackMetres > y) continue;
    if (found === null || elevation > found.elevation) found = { storey, elevation };
  }
  return found?.storey ?? 0;
}
