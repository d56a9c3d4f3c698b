import type { ExpressionSpecification, GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import type { Settlement } from "./gazetteer.ts";
import type { MapColours } from "./map-tokens.ts";
import { type NearShapes, nearStepsPerDegree, type PackedLine, unpackLine, type WorldShapes } from "./world-shapes.ts";

type Features = Extract<GeoJSONSourceSpecification["data"], { type: "FeatureCollection" }>;

/** The built-in map's shapes in the sources' format. Created once: they are the same in every theme. */
export interface BuiltInShapes {
  readonly land: Features;
  readonly borders: Features;
  readonly countries: Features;
  readonly cities: Features;
  readonly grid: Features;
}

// It has no more detail at closer zoom levels.
export const builtInZoomMax = 14;
/** From this zoom, coasts use the near shapes. */
export const nearZoomMin = 6;

export function toBuiltInShapes(
  world: WorldShapes,
  cities: readonly Settlement[],
  near: NearShapes | null = null,
): BuiltInShapes {
  const { land, borders } = near ?? world;
  const toLine = (line: PackedLine) => unpackLine(line, near === null ? undefined : nearStepsPerDegree);
  return {
    land: collect([{ type: "MultiPolygon", coordinates: land.map((polygon) => polygon.map(toLine)) }, {}]),
    borders: collect([{ type: "MultiLineString", coordinates: borders.map(toLine) }, {}]),
    countries: collect(
      ...world.countries.map(({ name, at, size }): [Geometry, Properties] => [
        { type: "Point", coordinates: [...at] },
        { name, zoom: toCountryZoom(size), order: -size },
      ]),
    ),
    cities: collect(
      ...cities.map(({ name, population, longitude, latitude }): [Geometry, Properties] => [
        { type: "Point", coordinates: [longitude, latitude] },
        { name, zoom: toCityZoom(population), order: -population },
      ]),
    ),
    grid: collect(...[10, 1, 0.1].map((step): [Geometry, Properties] => [toGrid(step), { step }])),
  };
}

type Geometry = Exclude<Features["features"][number]["geometry"], { type: "GeometryCollection" }>;
type Properties = Record<string, string | number>;

function collect(...features: [Geometry, Properties][]): Features {
  return {
    type: "FeatureCollection",
    features: features.map(([geometry, properties]) => ({ type: "Feature", geometry, properties })),
  };
}

/** Meridians and parallels: the map's grid. */
function toGrid(stepDegrees: number): Geometry {
  const lines: [number, number][][] = [];
  const steps = Math.round(180 / stepDegrees);
  for (let step = -steps; step <= steps; step++) {
    const degrees = step * stepDegrees;
    lines.push([
      [degrees, -85],
      [degrees, 85],
    ]);
    if (Math.abs(degrees) <= 80)
      lines.push([
        [-180, degrees],
        [180, degrees],
      ]);
  }
  return { type: "MultiLineString", coordinates: lines };
}

/** @param size in square degrees */
function toCountryZoom(size: number): number {
  if (size > 300) return 0;
  if (size > 40) return 2;
  if (size > 8) return 3;
  return size > 1 ? 4 : 5;
}

function toCityZoom(population: number): number {
  const steps: [number, number][] = [
    [5_000_000, 3],
    [1_000_000, 4],
    [400_000, 5],
    [150_000, 6],
    [75_000, 7],
    [30_000, 8],
  ];
  return steps.find(([from]) => population >= from)?.[1] ?? 9;
}

const isNear: ExpressionSpecification = ["<=", ["get", "zoom"], ["zoom"]];
const credit =
  'Shapes: <a href="https://www.naturalearthdata.com/" target="_blank" rel="noopener">Natural Earth</a>. ' +
  'Places: <a href="https://www.geonames.org/" target="_blank" rel="noopener">GeoNames</a>';

/** The map that needs no network: world, borders, cities and a grid, drawn with the design tokens. */
export function toBuiltInStyle(shapes: BuiltInShapes, colours: MapColours): StyleSpecification {
  const source = (data: Features): GeoJSONSourceSpecification => ({
    type: "geojson",
    data,
    maxzoom: 10,
    tolerance: 0.4,
  });
  const text = { "text-field": ["get", "name"] as ExpressionSpecification, "text-font": ["Inter Variable"] };
  const textPaint = { "text-color": colours.text, "text-halo-color": colours.textHalo, "text-halo-width": 1.5 };
  return {
    version: 8,
    // Without a `glyphs` URL, labels use the page's own fonts.
    sources: {
      land: { ...source(shapes.land), attribution: credit },
      borders: source(shapes.borders),
      countries: source(shapes.countries),
      cities: source(shapes.cities),
      grid: source(shapes.grid),
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": colours.land, "fill-antialias": true } },
      {
        id: "grid",
        type: "line",
        source: "grid",
        filter: [">=", ["zoom"], ["match", ["get", "step"], 10, 0, 1, 5, 9]],
        paint: { "line-color": colours.grid, "line-width": 1 },
      },
      {
        id: "borders",
        type: "line",
        source: "borders",
        paint: { "line-color": colours.coast, "line-width": 1, "line-dasharray": [3, 2], "line-opacity": 0.7 },
      },
      {
        id: "coast",
        type: "line",
        source: "land",
        paint: { "line-color": colours.coast, "line-width": ["interpolate", ["linear"], ["zoom"], 1, 0.6, 6, 1.2] },
      },
      {
        id: "city-dots",
        type: "circle",
        source: "cities",
        filter: isNear,
        paint: {
          "circle-radius": ["interpolate", ["linear"], ["zoom"], 3, 1.75, 9, 3],
          "circle-color": colours.land,
          "circle-stroke-color": colours.city,
          "circle-stroke-width": 1.25,
        },
      },
      {
        id: "city-names",
        type: "symbol",
        source: "cities",
        filter: isNear,
        layout: {
          ...text,
          "text-size": ["interpolate", ["linear"], ["zoom"], 3, 11, 9, 13],
          "text-variable-anchor": ["left", "right", "bottom", "top"],
          "text-radial-offset": 0.55,
          "symbol-sort-key": ["get", "order"],
        },
        paint: textPaint,
      },
      {
        id: "country-names",
        type: "symbol",
        source: "countries",
        filter: isNear,
        maxzoom: 7,
        layout: {
          ...text,
          "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 5, 14],
          "text-letter-spacing": 0.12,
          "text-transform": "uppercase",
          "text-max-width": 7,
          "symbol-sort-key": ["get", "order"],
        },
        paint: textPaint,
      },
    ],
  };
}
