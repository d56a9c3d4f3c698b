import { readFileSync } from "node:fs";

const citiesFile = new URL("./cities.gen.txt", import.meta.url);
const reachKm = 30;
const kmPerDegree = 111.2;
const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

/**
 * The city around a location, such as "Portland, OR, United States"; empty without one. Near cities count more than large
 * ones, so that a suburb with a name of its own isn't taken for its metropolis. The file is read each time: keeping 24,000
 * cities would cost more memory than publishing is worth.
 */
export function findCity(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null) return "";
  let [best, bestPull, country] = ["", 0, ""];
  for (const line of readFileSync(citiesFile, "utf8").split("\n")) {
    if (line.startsWith("=")) {
      country = line.slice(1);
      continue;
    }
    const [name = "", thousands, east, north, region = ""] = line.split("\t");
    const south = (Number(north) / 1_000 - latitude) * kmPerDegree;
    if (Math.abs(south) > reachKm) continue;
    const turn = ((Number(east) / 1_000 - longitude + 540) % 360) - 180;
    const distanceKm = Math.hypot(south, turn * kmPerDegree * Math.cos((latitude * Math.PI) / 180));
    if (distanceKm > reachKm) continue;
    const pull = Math.max(Number(thousands), 1) / (distanceKm + 1) ** 3;
    if (pull <= bestPull) continue;
    bestPull = pull;
    best = [name, region, countryNames.of(country) ?? country].filter((part) => part !== "").join(", ");
  }
  return best;
}
