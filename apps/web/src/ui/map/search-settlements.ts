import { foldName } from "./fold-name.ts";
import type { Settlement } from "./gazetteer.ts";

/** A settlement with its normalised names. */
export interface IndexedSettlement extends Settlement {
  readonly foldedName: string;
  readonly foldedOtherNames: readonly string[];
}

export function indexSettlements(settlements: readonly Settlement[]): IndexedSettlement[] {
  return settlements.map((settlement) => ({
    ...settlement,
    foldedName: foldName(settlement.name),
    foldedOtherNames: settlement.otherNames.map(foldName),
  }));
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
 * Finds settlements by a prefix of one of their names or of a word in it; text after a comma, or the last words, may be
 * the region or country. Sorted by population, with a full match counting ten times.
 */
export function searchSettlements(
  settlements: Iterable<IndexedSettlement>,
  query: string,
  limit: number,
): IndexedSettlement[] {
  const readings = readQuery(query);
  if (readings.length === 0) return [];
  const found: { readonly settlement: IndexedSettlement; readonly weight: number }[] = [];
  for (const settlement of settlements) {
    const fit = Math.max(...readings.map((reading) => fitOf(settlement, reading)));
    if (fit > 0) found.push({ settlement, weight: fit * Math.max(settlement.population, populationMin) });
  }
  return found
    .sort((first, second) => second.weight - first.weight)
    .slice(0, limit)
    .map(({ settlement }) => settlement);
}

interface Reading {
  readonly name: string;
  /** Region or country; may be empty. */
  readonly area: string;
}

/** Interprets the query as a name alone, and as a name followed by its region or country. */
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

// The smallest places have a population of zero thousands in the file.
const populationMin = 500;
const fits = { wholeName: 10, beginning: 3, laterWord: 1, none: 0 } as const;

const foldedCountries = new Map<string, string>();

function fitOfName(known: string, name: string): number {
  if (known === name) return fits.wholeName;
  if (known.startsWith(name)) return fits.beginning;
  return known.includes(` ${name}`) ? fits.laterWord : fits.none;
}

function fitOf({ foldedName, foldedOtherNames, country, region }: IndexedSettlement, { name, area }: Reading): number {
  let fit = fitOfName(foldedName, name);
  for (const other of foldedOtherNames) fit = Math.max(fit, fitOfName(other, name));
  if (fit === fits.none || area === "") return fit;
  let countryName = foldedCountries.get(country);
  if (countryName === undefined) {
    countryName = foldName(toCountryName(country));
    foldedCountries.set(country, countryName);
  }
  const [code, part] = [country.toLowerCase(), region.toLowerCase()];
  const isThere = [countryName, code, part, `${part} ${code}`, `${part} ${countryName}`].some(
    (place) => place !== "" && place.startsWith(area),
  );
  return isThere ? fit : fits.none;
}
