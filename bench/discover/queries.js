// What visitors ask for, with the place they mean where there is one.
import { createRandom } from "../../packages/scene/src/testing/random.ts";

/** @returns lists of requests by kind: `{ query, near?, map?, meant? }` */
export function makeQueries(places, count) {
  const random = createRandom(4_711);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const some = (make) => Array.from({ length: count }, () => make(random));
  const isLatin = ({ name }) => /^[\p{sc=Latin}\p{P}\s]+$/u.test(name);
  const inScript = (script) => places.filter(({ name }) => new RegExp(`\\p{sc=${script}}`, "u").test(name));
  const latin = places.filter(isLatin);
  const located = places.filter(({ latitude }) => latitude !== null);
  const ofScript = (script) => {
    const those = inScript(script);
    return some(() => {
      const meant = pick(those);
      return { query: { search: meant.name }, meant };
    });
  };
  const facets = () => {
    const place = pick(located);
    return pick([
      { industry: place.industry },
      { city: place.city },
      { tour: "true", stepFree: "true" },
      { industry: place.industry, guide: "true", lately: "true" },
      { scan: place.scans[0].kind, tour: "true" },
    ]);
  };
  return {
    "first page": some(() => ({ query: {} })),
    facets: some(() => ({ query: facets() })),
    "one common word": some(() => ({
      query: { search: pick(["museum", "gallery", "hotel", "café", "street", "garden"]) },
    })),
    "word and facets": some(() => ({ query: { search: pick(["museum", "gallery", "hotel"]), ...facets() } })),
    "exact name": some(() => {
      const meant = pick(latin);
      return { query: { search: meant.name.slice(0, 100) }, meant };
    }),
    "one typing error": some(() => {
      const meant = pick(latin);
      return { query: { search: mistype(meant.name, random).slice(0, 100) }, meant };
    }),
    "one or two letters": some(() => ({ query: { search: pick(["os", "m", "京", "美术", "ab", "é", "т"]) } })),
    Arabic: ofScript("Arabic"),
    Chinese: ofScript("Han"),
    Japanese: ofScript("Katakana"),
    Thai: ofScript("Thai"),
    Cyrillic: ofScript("Cyrillic"),
    "near me": some(() => ({ query: {}, near: roughly(pick(located)) })),
    "near me, facets": some(() => ({ query: facets(), near: roughly(pick(located)) })),
    map: some(() => ({ query: {}, map: true })),
    "map, word": some(() => ({ query: { search: pick(["museum", "gallery", "hotel"]) }, map: true })),
    "next page": some(() => ({ query: { search: pick(["", "museum"]) }, page: 2 })),
  };
}

const roughly = ({ latitude, longitude }) => ({ latitude, longitude: Math.max(-180, Math.min(180, longitude)) });

/** One letter left out, doubled, replaced or exchanged with its neighbour, in a word of at least five letters. */
export function mistype(name, random) {
  const words = name.split(" ");
  const long = words.map((_, at) => at).filter((at) => [...words[at]].length >= 5);
  const at = long[Math.floor(random() * long.length)];
  if (at === undefined) return name;
  const letters = [...words[at]];
  const place = 1 + Math.floor(random() * (letters.length - 2));
  const kind = Math.floor(random() * 4);
  if (kind === 0) letters.splice(place, 1);
  else if (kind === 1) letters.splice(place, 0, letters[place]);
  else if (kind === 2) letters[place] = String.fromCharCode(97 + Math.floor(random() * 26));
  else [letters[place], letters[place + 1]] = [letters[place + 1], letters[place]];
  words[at] = letters.join("");
  return words.join(" ");
}
