// The six cameras of a scan, in the frame of its delivery: metres, y up.

const insideCount = 4;
const insideShare = 0.6;
const aboveShare = 0.3;
/** Cameras within the bounds look down by this at least: over flat ground they would see a strip of it. */
const downMin = Math.tan((25 * Math.PI) / 180);
const closeShare = 0.12;

/**
 * @param reference the reference, which knows where the scan's surfaces are
 * @param seesScan resolves to whether a camera sees enough of the scan: bounds have empty corners
 */
export async function chooseCameras({ bounds: { min, max }, startView }, reference, seesScan) {
  const centre = min.map((low, axis) => (low + max[axis]) / 2);
  const half = min.map((low, axis) => (max[axis] - low) / 2);
  const sides = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
  ];
  const candidates = sides.map(([x, z], at) => {
    const away = [x * insideShare * half[0], aboveShare * half[1], z * insideShare * half[2]];
    const down = Math.max(away[1], downMin * Math.hypot(away[0], away[2]));
    const position = centre.map((value, axis) => value + away[axis]);
    return { name: `inside ${at + 1}`, position, target: [centre[0], position[1] - down, centre[2]] };
  });
  const inside = [];
  for (const camera of candidates) {
    if (inside.length < insideCount && (await seesScan(camera))) inside.push(camera);
  }
  const outside = { name: "outside", position: startView.position, target: startView.target };
  const surface = await reference.evaluate((pose) => window.findNearest(pose), outside);
  if (surface === null) throw new Error("Nothing of the scan is in the middle of its start view.");
  const back = outside.position.map((value, axis) => value - surface[axis]);
  const reach = closeShare * Math.hypot(...half);
  const share = reach / Math.hypot(...back);
  const position = surface.map((value, axis) => value + back[axis] * share);
  return [outside, ...inside, { name: "close", position, target: surface }];
}
