import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type CountryLabel,
  type NearShapes,
  nearStepsPerDegree,
  packLine,
  type WorldShapes,
} from "../../apps/web/src/ui/map/world-shapes.ts";

type Position = [longitude: number, latitude: number];
type Ring = readonly number[];

/**
 * TopoJSON: shapes refer to arcs by number, with `~number` for the reverse direction, so that neighbours share their
 * border.
 */
interface Topology {
  transform: { scale: Position; translate: Position };
  arcs: Position[][];
  objects: {
    land: { geometries: { arcs: Ring[][] }[] };
    countries: {
      geometries: (
        | { type: "Polygon"; arcs: Ring[]; properties: { name: string } }
        | { type: "MultiPolygon"; arcs: Ring[][]; properties: { name: string } }
      )[];
    };
  };
}

/** Land, borders between countries, and label positions of countries, from Natural Earth at 1:50 million. */
export function readWorldAtlas(): WorldShapes {
  return readAtlas("world-atlas/countries-50m.json");
}

/** Land and borders from Natural Earth at 1:10 million. */
export function readNearShapes(): NearShapes {
  const { land, borders } = readAtlas("world-atlas/countries-10m.json", nearStepsPerDegree);
  return { land, borders };
}

function readAtlas(name: string, steps?: number): WorldShapes {
  const path = createRequire(import.meta.url).resolve(name);
  const { transform, arcs, objects } = JSON.parse(readFileSync(path, "utf8")) as Topology;
  const [scale, translate] = [transform.scale, transform.translate];
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([stepX, stepY]): Position => {
      x += stepX;
      y += stepY;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const toLine = (index: number): Position[] => (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []));
  const toRing = (ring: Ring): Position[] =>
    unroll(ring.flatMap((index, place) => (place === 0 ? toLine(index) : toLine(index).slice(1))));

  const countries = objects.countries.geometries.map((geometry) => ({
    name: geometry.properties.name,
    polygons: geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs,
  }));
  // An arc of two countries is a border; an arc of one is a coast.
  const uses = new Map<number, number>();
  for (const index of countries.flatMap(({ polygons }) => polygons.flat(2))) {
    const arc = index < 0 ? ~index : index;
    uses.set(arc, (uses.get(arc) ?? 0) + 1);
  }
  const land = objects.land.geometries.flatMap(({ arcs: polygons }) => polygons);
  return {
    land: land
      .map((polygon) => polygon.map((ring) => packLine(toRing(ring), steps)).filter(isVisible))
      .filter(({ length }) => length > 0),
    borders: [...uses].filter(([, count]) => count > 1).map(([arc]) => packLine(toLine(arc), steps)),
    countries: countries
      .map(({ name, polygons }) =>
        toLabel(
          name,
          polygons.map((polygon) => toRing(polygon[0] ?? [])),
        ),
      )
      .sort((first, second) => second.size - first.size),
  };
}

/**
 * The atlas joins both sides of the 180th meridian: here longitudes continue past 180 instead of jumping back across
 * the whole map. A ring around the pole is closed below the map's edge.
 */
function unroll(ring: readonly Position[]): Position[] {
  let turn = 0;
  const line = ring.map(([longitude, latitude], index): Position => {
    const step = index === 0 ? 0 : longitude - (ring[index - 1]?.[0] ?? 0);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [longitude + turn, latitude];
  });
  const [first, last] = [line[0], line.at(-1)];
  if (turn === 0 || first === undefined || last === undefined) return line;
  const aside = first[0] + last[0] > 0 ? -360 : 360;
  const isAside = Math.abs(first[0] + last[0]) > 360;
  return [...line, [last[0], -90] as Position, [first[0], -90] as Position, first].map(
    ([longitude, latitude]): Position => [isAside ? longitude + aside : longitude, latitude],
  );
}

// A shape smaller than a step keeps fewer than three corners.
function isVisible(ring: readonly number[]): boolean {
  return ring.length >= 8;
}

/** Places the label at the centroid of the country's largest part. */
function toLabel(name: string, outlines: readonly Position[][]): CountryLabel {
  const parts = outlines.map(measure).sort((first, second) => second.area - first.area);
  const [biggest] = parts;
  if (biggest === undefined) throw new Error(`${name} has no outline.`);
  const [longitude, latitude] = biggest.centroid;
  return {
    name,
    at: [round(longitude > 180 ? longitude - 360 : longitude), round(latitude)],
    size: Math.round(biggest.area * 100) / 100,
  };
}

/** Area in square degrees on a flat map, and centroid, by the shoelace formula. */
function measure(ring: readonly Position[]): { area: number; centroid: Position } {
  let [twice, x, y] = [0, 0, 0];
  for (const [index, [x0, y0]] of ring.entries()) {
    const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
    const cross = x0 * y1 - x1 * y0;
    twice += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  const first = ring[0] ?? [0, 0];
  const centroid: Position = twice === 0 ? [first[0], first[1]] : [x / (3 * twice), y / (3 * twice)];
  const area = Math.abs(twice / 2) * Math.cos((centroid[1] * Math.PI) / 180);
  return { area, centroid };
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
