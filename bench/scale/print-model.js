// What a number of places and visits a day needs, from the figures in docs/scale-figures.json.
//
// Usage: node bench/scale model [--places=1000000] [--visitsPerDay=100000000] [--any other default of model.js=…]
import { readFileSync } from "node:fs";
import { figuresPath } from "./figures.js";
import { computeFleet, defaults } from "./model.js";

export function run(options) {
  const wishes = options.map((option) => {
    const [, name, value] = /^--(\w+)=([\d.e]+)$/.exec(option) ?? [];
    if (!(name in defaults))
      throw new Error(
        `Known are ${Object.keys(defaults)
          .map((one) => `--${one}=`)
          .join(" ")}.`,
      );
    return [name, Number(value)];
  });
  console.log(describeFleet(JSON.parse(readFileSync(figuresPath, "utf8")), Object.fromEntries(wishes)));
}

/** The table of `docs/scale.md`. */
export function describeFleet(figures, wishes = {}) {
  const wanted = { ...defaults, ...wishes };
  const fleet = computeFleet(figures, wanted);
  const { processors } = fleet;
  const rows = [
    ["places", count(wanted.places)],
    ["visits a day", count(wanted.visitsPerDay)],
    ["visits a second, at the peak", count(fleet.peakVisits)],
    ["files and bytes per visit", `${count(fleet.filesPerVisit)} files, ${bytes(fleet.bytesPerVisit)}`],
    ["traffic at the peak", `${count(fleet.peakGigabitsPerSecond)} Gbit/s`],
    ["visits whose version is in memory", share(fleet.memoryHits)],
    ["files that the CDN answers alone", share(fleet.cacheHits)],
    ["files that reach the servers, per second", count(fleet.originFiles)],
    ["edits a second, at the peak", count(fleet.editsPerSecond)],
    ["originals a day", bytes(fleet.scannedBytesPerDay)],
    ["stored files", bytes(fleet.storedBytes)],
    ["database, published places", bytes(fleet.databaseBytes)],
    ["database, growth per year by edits", bytes(fleet.databaseBytesPerYear)],
    ["processors: pages of visits", count(processors.visits)],
    ["processors: files, with the CDN", count(processors.files)],
    ["processors: files, without one", count(processors.filesWithoutCdn)],
    ["processors: edits", count(processors.edits)],
    ["processors: uploads", count(processors.uploads)],
    ["processors: conversions", count(processors.conversions)],
    ["PostgreSQL processors: visits", count(processors.databaseVisits)],
    ["PostgreSQL processors: files", count(processors.databaseFiles)],
    ["PostgreSQL processors: edits", count(processors.databaseEdits)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(42)} ${value}`).join("\n");
}

function count(value) {
  return value >= 100
    ? Math.round(value).toLocaleString("en-US")
    : value.toLocaleString("en-US", { maximumSignificantDigits: 2 });
}

function bytes(value) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${Number((value / 1000 ** step).toPrecision(3))} ${units[step]}`;
}

function share(value) {
  return `${(value * 100).toFixed(1)} %`;
}
