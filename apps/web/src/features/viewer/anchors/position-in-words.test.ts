import { describe, expect, it } from "vitest";
import { directionInWords, formatCoordinates, heightInWords, positionInWords } from "./position-in-words.ts";

const northward = { position: [0, 1.6, 0], target: [0, 1.6, -1] } as const;
const eastward = { position: [2, 1.6, 1], target: [5, 0.2, 1] } as const;

describe("positionInWords", () => {
  it("says how far ahead, to which side and how high", () => {
    expect(positionInWords([1.3, 0.9, -4.2], northward, 0)).toBe(
      "4.2\u00a0m ahead, 1.3\u00a0m to the right, 0.9\u00a0m above the floor",
    );
  });

  it("follows the direction of the start view", () => {
    expect(positionInWords([12, 1, -2], eastward, 0)).toBe(
      "10.0\u00a0m ahead, 3.0\u00a0m to the left, 1.0\u00a0m above the floor",
    );
  });

  it("leaves out zero values", () => {
    expect(positionInWords([0, -1.9, 3], northward, -1.9)).toBe("3.0\u00a0m behind, on the floor");
    expect(positionInWords([0.02, 1, 0.03], northward, 0)).toBe("at the starting point, 1.0\u00a0m above the floor");
    expect(positionInWords([0.02, 1, 0.03], northward, 0, undefined, "here")).toBe(
      "where you stand, 1.0\u00a0m above the floor",
    );
  });
});

describe("heightInWords", () => {
  it("is measured from the floor, wherever the viewer is", () => {
    expect(heightInWords([5, 4.4, 2], 3)).toBe("1.4\u00a0m above the floor");
    expect(heightInWords([5, 3.05, 2], 3)).toBe("on the floor");
  });
});

describe("directionInWords", () => {
  it("gives a direction's turn and height", () => {
    expect(directionInWords([4, 1.6, 0], northward)).toBe("90° to the right, at eye level");
    expect(directionInWords([0, 1.6, 4], northward)).toBe("behind, at eye level");
    expect(directionInWords([-3, 4.6, -3], northward)).toBe("45° to the left, 35° above eye level");
    expect(directionInWords([0, 0.6, -4], northward)).toBe("straight ahead, 14° below eye level");
  });
});

describe("formatCoordinates", () => {
  it("shows centimetres with a true minus, and no negative zero", () => {
    expect(formatCoordinates([1.234, -0.001, -3.4])).toBe(
      "x\u00a01.23\u00a0m, y\u00a00.00\u00a0m, z\u00a0−3.40\u00a0m",
    );
  });
});
