// How far the points of a file are apart around each of them, measured without our converter.

const neighbours = 4;
const samplesPerCell = 48;
const samplesMin = 12;
/** Sides of the cells in which neighbours are searched, and of the places that share one spacing; spacings. */
const searchedSide = 4;
const cellSide = 24;

/**
 * @param positions three numbers a point
 * @returns for each point, the distance to the fourth nearest place with a point: the mean of the middle half around it.
 *   Points in the same place count once.
 */
export function measureSpacings(positions) {
  const count = positions.length / 3;
  const usual = averageMiddle(sampleEvenly(count, 200).map((at) => measureAmong(positions, at, countTo(count))));
  const cells = sortInto(positions, usual * searchedSide);
  const findAt = (at) => measureAmong(positions, at, cells.listAround(at));
  const places = sortInto(positions, usual * cellSide);
  const spacings = new Float32Array(count).fill(usual);
  for (const points of places.all()) {
    const found = sampleEvenly(points.length, samplesPerCell)
      .map((sample) => findAt(points[sample]))
      .filter(Number.isFinite);
    if (found.length < samplesMin) continue;
    const spacing = averageMiddle(found);
    for (const at of points) spacings[at] = spacing;
  }
  return spacings;
}

function measureAmong(positions, at, others) {
  const [x, y, z] = [positions[at * 3], positions[at * 3 + 1], positions[at * 3 + 2]];
  let near = [];
  let reach = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const [dx, dy, dz] = [positions[other * 3] - x, positions[other * 3 + 1] - y, positions[other * 3 + 2] - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= reach || square === 0) continue;
    if (near.some((one) => one.dx === dx && one.dy === dy && one.dz === dz)) continue;
    near = [...near, { dx, dy, dz, square }].sort((a, b) => a.square - b.square).slice(0, neighbours);
    if (near.length === neighbours) reach = near[neighbours - 1].square;
  }
  return Math.sqrt(reach);
}

/** Points by the cubes that they lie in. */
function sortInto(positions, side) {
  const cubes = new Map();
  const cubeOf = (at) => [0, 1, 2].map((axis) => Math.floor(positions[at * 3 + axis] / side));
  for (let at = 0; at < positions.length / 3; at++) {
    const key = cubeOf(at).join();
    const points = cubes.get(key);
    if (points === undefined) cubes.set(key, [at]);
    else points.push(at);
  }
  return {
    all: () => cubes.values(),
    *listAround(at) {
      const [x, y, z] = cubeOf(at);
      for (let cube = 0; cube < 27; cube++) {
        const key = [x + (cube % 3) - 1, y + (Math.floor(cube / 3) % 3) - 1, z + Math.floor(cube / 9) - 1].join();
        yield* cubes.get(key) ?? [];
      }
    },
  };
}

function* countTo(count) {
  for (let at = 0; at < count; at++) yield at;
}

function sampleEvenly(count, most) {
  const samples = Math.min(count, most);
  return Array.from({ length: samples }, (_, sample) => Math.floor((sample * count) / samples));
}

function averageMiddle(distances) {
  const sorted = distances.toSorted((a, b) => a - b);
  const quarter = sorted.length >> 2;
  const middle = sorted.slice(quarter, sorted.length - quarter);
  return middle.reduce((sum, distance) => sum + distance, 0) / middle.length;
}
