// What a number of places and visits a day asks of machines, from measured unit costs. Pure: the same figures and wishes give
// the same answer.

const secondsPerDay = 86_400;
/** Shared caches keep a visitor's file this long and then ask again (decision 065). */
const sharedCacheSeconds = 480;

export const defaults = {
  places: 1_000_000,
  visitsPerDay: 100_000_000,
  /** Busiest second over the day's average. */
  peakFactor: 3,
  /** Share of a processor in use at the peak. */
  utilisation: 0.5,
  /** Places are visited like words are used: the k-th most popular one in proportion to k to the power of minus this. */
  popularity: 0.9,
  /** Sites of the CDN that fetch from the origin on their own. */
  cacheSites: 20,
  /** Bytes of originals per place, and the share of all places that is scanned again in a year. */
  originalBytesPerPlace: 2e9,
  scannedAgainPerYear: 0.5,
  /** Share of places that are edited on a day, and edits in each. */
  editedPerDay: 0.02,
  editsPerEditedPlace: 300,
  /** Memory of each web server for published versions (decision 065), and what one takes of it. */
  placeMemoryBytes: 64 * 1024 ** 2,
  versionBytes: 60e3,
};

/**
 * @param figures of `docs/scale-figures.json`
 * @param wishes overrides of `defaults`
 * @returns processors, bytes and requests per second at the peak
 */
export function computeFleet(figures, wishes = {}) {
  const wanted = { ...defaults, ...wishes };
  const { places, visitsPerDay, peakFactor, utilisation } = wanted;
  const visitsPerSecond = visitsPerDay / secondsPerDay;
  const peakVisits = visitsPerSecond * peakFactor;
  const conversions = Object.values(figures.conversions);
  const filesPerVisit = mean(conversions, "deliveredFiles");
  const bytesPerVisit = mean(conversions, "deliveredBytes") + figures.warmVisit.bytes;
  const processors = (milliseconds, perSecond) => (milliseconds * perSecond) / 1e3 / utilisation;

  const versionsKept = Math.floor(wanted.placeMemoryBytes / wanted.versionBytes);
  const memoryHits = computeMemoryHits(wanted, versionsKept);
  const visitMs = (name) => mix(memoryHits, figures.warmVisit[name], figures.coldVisit[name]);

  const cacheHits = computeCacheHits(wanted, visitsPerSecond);
  const originFiles = peakVisits * filesPerVisit * (1 - cacheHits);
  const withoutCdn = peakVisits * filesPerVisit;

  const editsPerSecond = (places * wanted.editedPerDay * wanted.editsPerEditedPlace * peakFactor) / secondsPerDay;
  const scannedBytesPerDay = (places * wanted.originalBytesPerPlace * wanted.scannedAgainPerYear) / 365;
  const gigabytesPerSecond = (scannedBytesPerDay / 1e9 / secondsPerDay) * peakFactor;
  const conversionSeconds = mean(conversions, "cpuSecondsPerGigabyte");
  const growth = 1 + mean(conversions, "deliveredBytesPerByte");

  return {
    peakVisits,
    filesPerVisit,
    bytesPerVisit,
    memoryHits,
    cacheHits,
    originFiles,
    peakGigabitsPerSecond: (peakVisits * bytesPerVisit * 8) / 1e9,
    editsPerSecond,
    scannedBytesPerDay,
    storedBytes: places * wanted.originalBytesPerPlace * growth,
    databaseBytes: places * figures.database.bytesPerPlace,
    databaseBytesPerYear: places * wanted.editedPerDay * wanted.editsPerEditedPlace * 365 * figures.edit.databaseBytes,
    processors: {
      visits: processors(visitMs("serverMs"), peakVisits),
      files: processors(figures.fileRead.serverMs, originFiles),
      filesWithoutCdn: processors(figures.fileRead.serverMs, withoutCdn),
      edits: processors(figures.edit.serverMs, editsPerSecond),
      uploads: processors(figures.uploadedGigabyte.serverMs, gigabytesPerSecond),
      conversions: processors(conversionSeconds * 1e3, gigabytesPerSecond),
      databaseVisits: processors(visitMs("databaseMs"), peakVisits),
      databaseFiles: processors(figures.fileRead.databaseMs, originFiles),
      databaseEdits: processors(figures.edit.databaseMs, editsPerSecond),
    },
  };
}

/** Share of visits that find their version in a server's memory, which holds the most recently used ones. */
function computeMemoryHits({ places, popularity }, kept) {
  const { shareOf, ranks } = spreadPopularity(places, popularity);
  // Che's approximation: a version stays for a time that is the same for all of them.
  let [shortest, longest] = [0, 1e18];
  for (let step = 0; step < 200; step += 1) {
    const middle = (shortest + longest) / 2;
    const held = ranks.reduce((sum, { count, rank }) => sum + count * -Math.expm1(-shareOf(rank) * middle), 0);
    if (held > Math.min(kept, places * 0.999999)) longest = middle;
    else shortest = middle;
  }
  return ranks.reduce((sum, { count, rank }) => {
    const share = shareOf(rank);
    return sum + count * share * -Math.expm1(-share * shortest);
  }, 0);
}

/** Share of file requests that a site of the CDN answers alone: it asks again once per file and `sharedCacheSeconds`. */
function computeCacheHits({ places, popularity, cacheSites }, visitsPerSecond) {
  const { shareOf, ranks } = spreadPopularity(places, popularity);
  return ranks.reduce((sum, { count, rank }) => {
    const perSite = (visitsPerSecond * shareOf(rank)) / cacheSites;
    return sum + count * shareOf(rank) * ((perSite * sharedCacheSeconds) / (1 + perSite * sharedCacheSeconds));
  }, 0);
}

/** Ranks in groups, each within 2 % of the next, with the share of visits that a place of a rank gets. */
function spreadPopularity(places, popularity) {
  const ranks = [];
  for (let first = 1; first <= places; ) {
    const next = Math.min(places + 1, Math.max(first + 1, Math.floor(first * 1.02)));
    ranks.push({ rank: (first + next - 1) / 2, count: next - first });
    first = next;
  }
  const total = ranks.reduce((sum, { rank, count }) => sum + count * rank ** -popularity, 0);
  return { ranks, shareOf: (rank) => rank ** -popularity / total };
}

function mean(values, name) {
  return values.reduce((sum, value) => sum + value[name], 0) / values.length;
}

function mix(share, one, other) {
  return share * one + (1 - share) * other;
}
