import { describe, expect, it } from "vitest";
import { type FloorProfile, isStepFree } from "./step-free.ts";

/** Heights every 8 cm over six metres. */
function profileOf(heightAt: (along: number) => number): FloorProfile {
  const alongM = Array.from({ length: 75 }, (_, at) => at * 0.08);
  return { alongM, heightM: alongM.map(heightAt) };
}

/** From −1.5 to 1.5 cm, the same in every run. */
function noiseAt(along: number, seed: number): number {
  const mixed = Math.sin(along * 127.1 + seed * 311.7) * 43758.5453;
  return (mixed - Math.floor(mixed) - 0.5) * 0.03;
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe("a profile without steps", () => {
  it("is level, noisy or a ramp of 1:12, and all of that at once", () => {
    const ramp = (along: number) => Math.min(Math.max(0, along - 1.5), 3) / 12;
    expect(isStepFree(profileOf(() => 0.3))).toBe(true);
    expect(isStepFree(profileOf(ramp))).toBe(true);
    const judged = seeds.map((seed) => isStepFree(profileOf((along) => ramp(along) + noiseAt(along, seed))));
    expect(judged.filter((isFree) => !isFree)).toEqual([]);
  });

  it("may have an edge of 1 cm, and a hole", () => {
    expect(isStepFree(profileOf((along) => (along > 3 ? 0.01 : 0)))).toBe(true);
    expect(isStepFree(profileOf((along) => (along > 3 && along < 3.3 ? Number.NaN : 0)))).toBe(true);
  });
});

describe("a profile with steps", () => {
  it("has a riser, up or down", () => {
    expect(isStepFree(profileOf((along) => (along > 3 ? 0.17 : 0)))).toBe(false);
    expect(isStepFree(profileOf((along) => (along > 3 ? 0 : 0.17)))).toBe(false);
    expect(isStepFree(profileOf((along) => Math.floor(along / 0.28) * 0.17))).toBe(false);
  });

  it("has a kerb of 6 cm that noise does not hide, or a clean one of 2.5 cm", () => {
    const judged = seeds.map((seed) => isStepFree(profileOf((along) => (along > 3 ? 0.06 : 0) + noiseAt(along, seed))));
    expect(judged.filter(Boolean)).toEqual([]);
    expect(isStepFree(profileOf((along) => (along > 3 ? 0.025 : 0)))).toBe(false);
  });

  it("has a rounded kerb, or a hole with a step behind it", () => {
    expect(isStepFree(profileOf((along) => Math.min(0.05, Math.max(0, (along - 3) * 0.4))))).toBe(false);
    expect(isStepFree(profileOf((along) => (along < 3 ? 0 : along < 3.2 ? Number.NaN : 0.1)))).toBe(false);
  });

  it("is a ramp of 1:8", () => {
    expect(isStepFree(profileOf((along) => Math.min(Math.max(0, along - 1.5), 3) / 8))).toBe(false);
  });

  it("is judged only where it is new, if that is asked for", () => {
    const stepEarly = profileOf((along) => (along > 1 ? 0.17 : 0));
    expect(isStepFree(stepEarly, 4)).toBe(true);
    expect(
      isStepFree(
        profileOf((along) => (along > 5.7 ? 0.17 : 0)),
        4,
      ),
    ).toBe(false);
  });
});
