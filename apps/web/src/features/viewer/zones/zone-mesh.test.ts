import { expect, test } from "vitest";
import { buildZoneMesh, type ViewerZone } from "./zone-mesh.ts";

function zone(x: number, holes: [number, number][][] = []): ViewerZone {
  const outer = [
    [x, 0],
    [x + 4, 0],
    [x + 4, 3],
    [x, 3],
  ] as const;
  return { id: `z${x}`, heights: [0, 2.5], type: "public", colour: null, outer, holes };
}

/** Total area of the horizontal triangles. */
function sumLevelArea({ positions, indices }: ReturnType<typeof buildZoneMesh>): number {
  let area = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const corner = (offset: number) => {
      const index = indices[at + offset]! * 3;
      return [positions[index]!, positions[index + 1]!, positions[index + 2]!] as const;
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    if (a[1] !== b[1] || b[1] !== c[1]) continue;
    area += Math.abs((b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])) / 2;
  }
  return area;
}

test("floors cover their zones and leave their holes open", () => {
  const hole: [number, number][] = [
    [11, 1],
    [12, 1],
    [12, 2],
    [11, 2],
  ];
  const mesh = buildZoneMesh([zone(0), zone(10, [hole])], ({ id }) => (id === "z0" ? [1, 0, 0] : [0, 0, 1]));
  expect(sumLevelArea(mesh)).toBeCloseTo(12 + 11, 5);
  expect([...mesh.colours.slice(0, 3)]).toEqual([1, 0, 0]);
  expect([...mesh.colours.slice(-4, -1)]).toEqual([0, 0, 1]);
  expect(mesh.linePositions).toHaveLength((4 + 8) * 3 * 6);
  expect(Math.max(...mesh.indices)).toBe(mesh.positions.length / 3 - 1);
});
