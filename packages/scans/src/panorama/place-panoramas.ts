import type { PositionSource } from "@blueprint/contract/scan-formats";
import type { FrameAnswers } from "@blueprint/contract/scan-report";
import { localCoordinateMax } from "../mesh/geometry-limits.ts";
import type { GeographicPlace } from "./position-table.ts";
import { findUtmZone, toEpsgCode, toUtm, type UtmZone } from "./to-utm.ts";

/** Where one panorama of a set stands in the delivery's frame. */
export interface PanoramaPlace {
  /** Of the eye: metres, y up. */
  readonly position: readonly [number, number, number];
  /** Where the middle of the picture looks: degrees clockwise from −z, seen from above. */
  readonly heading: number;
  /** False where nobody knows: the position only keeps it apart from the others. */
  readonly isPlaced: boolean;
}

/** What is said of one panorama: a position in metres, or a place on Earth, or neither. */
export interface SaidPlace {
  readonly position: readonly [number, number, number] | undefined;
  readonly place: GeographicPlace | undefined;
  readonly isPlaceOfTable: boolean;
  readonly heading: number | undefined;
}

/** A panorama does not know where its floor is: the eye is taken to be at a standing person's height. */
export const eyeHeightM = 1.6;
/** Farther apart than anchors on both of two unplaced panoramas reach. */
const rowStepM = 10;

type Vector = [number, number, number];

/** Brings what is said of a set's panoramas into one frame: metres, y up, near its zero. */
export function placePanoramas(said: readonly SaidPlace[], answers: FrameAnswers) {
  const inMetres = said.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const onEarth = said.flatMap(({ place, isPlaceOfTable }) => (place === undefined ? [] : [{ place, isPlaceOfTable }]));
  const isInMetres = inMetres.length > 0;
  const isOnEarth = !isInMetres && onEarth.length > 0;
  const zone = isOnEarth ? findUtmZone(onEarth[0]!.place.latitude, onEarth[0]!.place.longitude) : undefined;
  const upAxis = isOnEarth ? "z" : isInMetres ? (answers.upAxis ?? guessUpAxis(inMetres)) : "y";

  const source = said.map((one) => (isInMetres ? one.position : zone && one.place && project(one.place, zone)));
  const known = source.filter((position) => position !== undefined);
  const localOrigin = isOnEarth ? findGround(known) : findLocalOrigin(known);
  const toFrame = ([x, y, z]: readonly [number, number, number]): Vector => {
    const [east, second, third] = [x - localOrigin[0], y - localOrigin[1], z - localOrigin[2]];
    return upAxis === "z" ? [east, third, 0 - second] : [east, second, third];
  };
  const placed = source.map((position) => position && toFrame(position));
  let inRow = 0;
  const rowStart = Math.max(-rowStepM, ...placed.map((position) => position?.[0] ?? -rowStepM));
  const places = said.map(({ heading = 0, place }, index): PanoramaPlace => {
    const position = placed[index] ?? ([rowStart + rowStepM * ++inRow, eyeHeightM, 0] as const);
    // A compass tells true north; the axes of a map projection run along its own.
    const convergence = zone && place ? toUtm(place.latitude, place.longitude, zone).convergence : 0;
    return { position, heading: toTurn(heading - convergence), isPlaced: placed[index] !== undefined };
  });
  const isOfTable = onEarth.some(({ isPlaceOfTable }) => isPlaceOfTable);
  const positions: PositionSource = isInMetres
    ? "table-metres"
    : isOnEarth
      ? isOfTable
        ? "table-degrees"
        : "pictures"
      : "none";
  return {
    places,
    positions,
    upAxis,
    localOrigin,
    crs: zone === undefined ? undefined : toEpsgCode(zone),
    isPlaceOfPictures: isOnEarth && onEarth.some(({ isPlaceOfTable }) => !isPlaceOfTable),
    isHeadingUnknown: said.some(({ heading }) => heading === undefined) && positions !== "none",
  } as const;
}

/** East, north, height. Where no height is said, the floor is taken for zero. */
function project({ latitude, longitude, altitude }: GeographicPlace, zone: UtmZone): Vector {
  const { eastM, northM } = toUtm(latitude, longitude, zone);
  return [eastM, northM, altitude ?? eyeHeightM];
}

/** Whole metres in the middle of the places, on the floor below the lowest eye. */
function findGround(positions: readonly (readonly [number, number, number])[]): Vector {
  const middle = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis]);
    return Math.round((Math.min(...values) + Math.max(...values)) / 2);
  };
  return [middle(0), middle(1), Math.min(...positions.map(([, , height]) => height)) - eyeHeightM];
}

/** As for meshes: coordinates that 32-bit numbers would blur are moved. */
function findLocalOrigin(positions: readonly (readonly [number, number, number])[]): Vector {
  if (positions.length === 0) return [0, 0, 0];
  return [0, 1, 2].map((axis) => {
    const values = positions.map((position) => position[axis]!);
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return Math.max(Math.abs(min), Math.abs(max)) > localCoordinateMax ? Math.round((min + max) / 2) : 0;
  }) as Vector;
}

/** Eyes are about level: of y and z, up is the one along which they differ less. Where neither tells, y as in the scene. */
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
