import type { PositionSource } from "@blueprint/contract/scan-formats";
import { type FrameAnswers, toAnsweredUpAxis } from "@blueprint/contract/scan-report";
import { localCoordinateMax } from "../mesh/geometry-limits.ts";
import { findUtmZone, toEpsgCode, toUtm, type UtmZone } from "../to-utm.ts";
import type { GeographicPosition } from "./position-table.ts";

/** Pose of one panorama of a set in the delivery's frame. */
export interface PanoramaPose {
  /** Eye position: metres, y up. */
  readonly position: readonly [number, number, number];
  /** Heading of the picture's centre: degrees clockwise from −z, seen from above. */
  readonly heading: number;
  /** False if unknown: the position then only keeps it apart from the others. */
  readonly isPlaced: boolean;
}

/** Known data about one panorama: a position in metres, a location on Earth, or neither. */
export interface SaidPose {
  readonly position: readonly [number, number, number] | undefined;
  readonly geographic: GeographicPosition | undefined;
  readonly isFromTable: boolean;
  readonly heading: number | undefined;
}

/** A panorama does not know its floor: the eye is assumed at a standing person's height. */
export const eyeHeightM = 1.6;
/** More than the combined reach of the anchors on two unplaced panoramas. */
const rowStepM = 10;

type Vector = [number, number, number];

/** Converts the data of a set's panoramas to one frame: metres, y up, near the origin. */
export function placePanoramas(said: readonly SaidPose[], answers: FrameAnswers) {
  const inMetres = said.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const onEarth = said.flatMap(({ geographic, isFromTable }) =>
    geographic === undefined ? [] : [{ geographic, isFromTable }],
  );
  const isInMetres = inMetres.length > 0;
  const isOnEarth = !isInMetres && onEarth.length > 0;
  const zone = isOnEarth ? findUtmZone(onEarth[0]!.geographic.latitude, onEarth[0]!.geographic.longitude) : undefined;
  const upAxis = isOnEarth ? "z" : isInMetres ? (toAnsweredUpAxis(answers) ?? guessUpAxis(inMetres)) : "y";

  const source = said.map((one) =>
    isInMetres ? one.position : zone && one.geographic && project(one.geographic, zone),
  );
  const known = source.filter((position) => position !== undefined);
  const localOrigin = isOnEarth ? findGround(known) : findLocalOrigin(known);
  const toFrame = ([x, y, z]: readonly [number, number, number]): Vector => {
    const [east, second, third] = [x - localOrigin[0], y - localOrigin[1], z - localOrigin[2]];
    return upAxis === "z" ? [east, third, 0 - second] : [east, second, third];
  };
  const placed = source.map((position) => position && toFrame(position));
  let inRow = 0;
  const rowStart = Math.max(-rowStepM, ...placed.map((position) => position?.[0] ?? -rowStepM));
  const poses = said.map(({ heading = 0, geographic }, index): PanoramaPose => {
    const position = placed[index] ?? ([rowStart + rowStepM * ++inRow, eyeHeightM, 0] as const);
    // A compass heading refers to true north; the axes of a map projection to grid north.
    const convergence = zone && geographic ? toUtm(geographic.latitude, geographic.longitude, zone).convergence : 0;
    return { position, heading: toTurn(heading - convergence), isPlaced: placed[index] !== undefined };
  });
  const isOfTable = onEarth.some(({ isFromTable }) => isFromTable);
  const positions: PositionSource = isInMetres
    ? "table-metres"
    : isOnEarth
      ? isOfTable
        ? "table-degrees"
        : "pictures"
      : "none";
  return {
    poses,
    positions,
    upAxis,
    localOrigin,
    crs: zone === undefined ? undefined : toEpsgCode(zone),
    isFromPictures: isOnEarth && onEarth.some(({ isFromTable }) => !isFromTable),
    isHeadingUnknown: said.some(({ heading }) => heading === undefined) && positions !== "none",
  } as const;
}

/** East, north, height. Without a height, the floor is assumed at zero. */
function project({ latitude, longitude, altitude }: GeographicPosition, zone: UtmZone): Vector {
  const { eastM, northM } = toUtm(latitude, longitude, zone);
  return [eastM, northM, altitude ?? eyeHeightM];
}

/** The centre of the positions in whole metres, on the floor below the lowest eye. */
function findGround(positions: readonly (readonly [number, number, number])[]): Vector {
  const middle = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis]);
    return Math.round((Math.min(...values) + Math.max(...values)) / 2);
  };
  return [middle(0), middle(1), Math.min(...positions.map(([, , height]) => height)) - eyeHeightM];
}

/** As for meshes: recentres coordinates that would lose precision as 32-bit floats. */
function findLocalOrigin(positions: readonly (readonly [number, number, number])[]): Vector {
  if (positions.length === 0) return [0, 0, 0];
  return [0, 1, 2].map((axis) => {
    const values = positions.map((position) => position[axis]!);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return Math.max(Math.abs(min), Math.abs(max)) > localCoordinateMax ? Math.round((min + max) / 2) : 0;
  }) as Vector;
}

/** Eye heights are similar, so up is the one of y and z that varies less. If inconclusive, y as in the scene. */
function guessUpAxis(positions: readonly (readonly [number, number, number])[]): "y" | "z" {
  const spread = (axis: 1 | 2) => {
    const values = positions.map((position) => position[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return spread(2) < spread(1) ? "z" : "y";
}

function toTurn(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
