import { foldName } from "./fold-name.ts";

/** A city, town or village of the gazetteer. WGS 84 degrees. */
export interface Settlement {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** State or nation by its letters, if people use it to tell cities apart; empty elsewhere. */
  readonly region: string;
  /** Population, rounded to thousands. */
  readonly population: number;
  readonly longitude: number;
  readonly latitude: number;
  /** Names in other languages that people are likely to search for. */
  readonly otherNames: readonly string[];
}

/** Settlements from this population are in the file that maps show; smaller ones are only found by name. */
export const cityPopulationMin = 15_000;

/** One line per settlement, each country's largest first; a line with `=` starts a country. */
export function writeGazetteer(settlements: readonly Settlement[]): string {
  const byCountry = Map.groupBy(settlements, ({ country }) => country);
  return [...byCountry.keys()]
    .sort()
    .flatMap((country) => [
      `=${country}`,
      ...(byCountry.get(country) ?? [])
        .map((settlement) => ({ ...settlement, thousands: Math.round(settlement.population / 1_000) }))
        .sort((first, second) => second.thousands - first.thousands || (first.name < second.name ? -1 : 1))
        .map(({ name, region, thousands, longitude, latitude, otherNames }) =>
          [
            name,
            thousands,
            Math.round(longitude * 1_000),
            Math.round(latitude * 1_000),
            ...(region === "" && otherNames.length === 0 ? [] : [region]),
            ...(otherNames.length === 0 ? [] : [otherNames.join("|")]),
          ].join("\t"),
        ),
    ])
    .join("\n");
}

export function readGazetteer(text: string): Settlement[] {
  const settlements: Settlement[] = [];
  let country = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("=")) {
      country = line.slice(1);
      continue;
    }
    const [name = "", population, longitude, latitude, region = "", otherNames = ""] = line.split("\t");
    if (name === "") continue;
    settlements.push({
      name,
      country,
      region,
      population: Number(population) * 1_000,
      longitude: Number(longitude) / 1_000,
      latitude: Number(latitude) / 1_000,
      otherNames: otherNames === "" ? [] : otherNames.split("|"),
    });
  }
  return settlements;
}

/** File of smaller settlements that contains a name: its first letter, or `other`. */
export function toTownFile(name: string): string {
  const first = foldName(name).charAt(0);
  return /[a-z]/.test(first) ? first : "other";
}
