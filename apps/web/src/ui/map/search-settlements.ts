import { foldName } from "./fold-name.ts";
import type { Settlement } from "./gazetteer.ts";

/** A settlement with its names as they are compared. */
export interface IndexedSettlement extends Settlement {
  readonly foldedName: string;
}

export function indexSettlements(settlements: readonly Settlement[]): IndexedSettlement[] {
  return settlements.map((settlement) => ({ ...settlement, foldedName: foldName(settlement.name) }));
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

export function toCountryName(country: string): string {
  return countryNames.of(country) ?? country;
}

/** "Springfield, IL, United States" */
export function describeSettlement({ name, region, country }: Settlement): string {
  return [name, region, toCountryName(country)].filter((part) => part !== "").join(", ");
}

/**
 * Settlements by the beginning of their name or of one of its words; what follows a comma, or the last words, may name
 * the region or the country. Whole names come first, then the most inhabitants.
 */
export function searchSettlements(
  settlements: Iterable<IndexedSettlement>,
  query: string,
  limit: number,
): IndexedSettlement[] {
  const readings = readQuery(query);
  if (readings.length === 0) return [];
  const found: { readonly settlement: IndexedSettlement; readonly rank: number }[] = [];
  for (const settlement of settlements) {
    const rank = Math.min(...readings.map((reading) => rankSettlement(settlement, reading)));
    if (rank !== Infinity) found.push({ settlement, rank });
  }
  return found
    .sort((first, second) => first.rank - second.rank || second.settlement.population - first.settlement.population)
    .slice(0, limit)
    .map(({ settlement }) => settlement);
}

interface Reading {
  readonly name: string;
  /** Where it lies, or empty. */
  readonly area: string;
}

/** The query taken as a name alone, and as a name followed by where it lies. */
function readQuery(query: string): Reading[] {
  const comma = query.indexOf(",");
  if (comma >= 0) {
    const name = foldName(query.slice(0, comma));
    return name === "" ? [] : [{ name, area: foldName(query.slice(comma + 1)) }];
  }
  const words = foldName(query).split(" ");
  if (words[0] === "") return [];
  return words.map((_, index) => ({
    name: words.slice(0, words.length - index).join(" "),
    area: words.slice(words.length - index).join(" "),
  }));
}

const foldedCountries = new Map<string, string>();

function rankSettlement({ foldedName, country, region }: IndexedSettlement, { name, area }: Reading): number {
  const nameRank = foldedName === name ? 0 : foldedName.startsWith(name) ? 1 : foldedName.includes(` ${name}`) ? 2 : 3;
  if (nameRank === 3) return Infinity;
  if (area === "") return nameRank;
  let countryName = foldedCountries.get(country);
  if (countryName === undefined) {
    countryName = foldName(toCountryName(country));
    foldedCountries.set(country, countryName);
  }
  const [code, part] = [country.toLowerCase(), region.toLowerCase()];
  const isThere = [countryName, code, part, `${part} ${code}`, `${part} ${countryName}`].some(
    (place) => place !== "" && place.startsWith(area),
  );
  return isThere ? nameRank : Infinity;
}
