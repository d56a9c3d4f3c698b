import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cityPopulationMin, toTownFile, writeGazetteer } from "../../apps/web/src/ui/map/gazetteer.ts";
import { readSettlements } from "./read-settlements.ts";
import { readNearShapes, readWorldAtlas } from "./read-world-atlas.ts";

const dataDir = new URL("../../apps/web/src/ui/map/data/", import.meta.url);
/** The same cities, in which the server finds the one around a place. */
const serverCities = new URL("../../apps/server/src/features/publishing/cities.gen.txt", import.meta.url);
const townPopulationMin = 1_000;

/** Writes the data of the built-in map and its city search, so that both work without a network. */
function build(): void {
  mkdirSync(dataDir, { recursive: true });
  for (const name of readdirSync(dataDir)) rmSync(new URL(name, dataDir));

  const world = readWorldAtlas();
  write("world.gen.json", JSON.stringify(world));
  write("near.gen.json", JSON.stringify(readNearShapes()));

  const settlements = readSettlements(townPopulationMin);
  const [cities, towns] = [true, false].map((isCity) =>
    settlements.filter(({ population }) => population >= cityPopulationMin === isCity),
  );
  write("cities.gen.txt", writeGazetteer(cities ?? []));
  writeFileSync(serverCities, writeGazetteer((cities ?? []).map((city) => ({ ...city, otherNames: [] }))));
  for (const [file, found] of Map.groupBy(towns ?? [], ({ name }) => toTownFile(name)))
    write(`towns-${file}.gen.txt`, writeGazetteer(found));
}

function write(name: string, text: string): void {
  writeFileSync(new URL(name, dataDir), text);
  console.log(`${name}: ${text.length} characters`);
}

build();
