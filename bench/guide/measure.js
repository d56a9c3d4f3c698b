// Search in a venue of many passages: time per question and how often the right passage comes first, beside a
// full-text index in the process and PostgreSQL's own text search. Ours is asked over HTTP, with the place's access
// checks; the peers are called directly.
//
// Target: the 95th percentile below 30 ms over 10,000 passages.
//
// Usage: node bench/guide [-- --passages=10000 --questions=50]
import { searchPlace } from "@blueprint/contract/guide";
import { startProduct } from "../load/product.js";
import { options } from "./options.js";
import { makeVenue } from "./passages.js";
import { openMiniSearch, openPostgres } from "./peers.js";
import { publishVenue } from "./venue.js";

const p95MsMax = 30;
/** Requests from one address are limited; as through a proxy, every visitor has their own. */
const toAddress = (index) => `10.9.${Math.floor(index / 250)}.${1 + (index % 250)}`;

const { passages, questions } = makeVenue(options.passages, options.questions);
console.log(`${passages.length} passages, ${questions.length} questions`);
const figures = [];
for (const open of [openOurs, openMiniSearch, openPostgres]) {
  const contender = await open(passages);
  try {
    figures.push({ label: contender.label, ...(await measure(contender)) });
  } finally {
    await contender.close();
  }
}
const [ours, ...peers] = figures;
for (const { label, p50, p95, byForm } of figures) {
  const quality = Object.entries(byForm).map(
    ([form, { first, found }]) => `${form} ${percent(first)} (${percent(found)})`,
  );
  console.log(
    `${label.padEnd(22)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; first (in 8): ${quality.join(", ")}`,
  );
}
for (const { label, p95 } of peers) console.log(`ratio  ${(ours.p95 / p95).toFixed(2)} of the p95 of ${label}`);
const isMet = ours.p95 <= p95MsMax;
console.log(`${isMet ? "met   " : "MISSED"} p95 of at most ${p95MsMax} ms`);
process.exitCode = isMet ? 0 : 1;

async function measure({ search }) {
  // Caches and compiled code as in use.
  for (const { question } of questions.slice(0, 30)) await search(question);
  const times = [];
  const byForm = {};
  for (const { form, question, expected } of questions) {
    const begunMs = performance.now();
    const ids = await search(question);
    times.push(performance.now() - begunMs);
    byForm[form] ??= { asked: 0, first: 0, found: 0 };
    byForm[form].asked += 1;
    if (ids[0] === expected) byForm[form].first += 1;
    if (ids.slice(0, 8).includes(expected)) byForm[form].found += 1;
  }
  for (const counted of Object.values(byForm)) {
    counted.first /= counted.asked;
    counted.found /= counted.asked;
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))];
  return { p50: at(0.5), p95: at(0.95), byForm };
}

async function openOurs() {
  const product = await startProduct();
  const { url } = product;
  const slug = await publishVenue(product, passages);
  let asked = 0;
  const ask = async (question) => {
    asked += 1;
    const response = await fetch(`${url}${searchPlace.url.replace(":slug", slug)}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": toAddress(asked) },
      body: JSON.stringify({ question }),
    });
    if (!response.ok) throw new Error(`A question was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()).found.map(({ id }) => id);
  };
  const begunMs = performance.now();
  await ask(passages[0].title);
  console.log(`ready for search ${((performance.now() - begunMs) / 1000).toFixed(1)} s after publishing`);
  return { label: "ours", search: ask, close: () => product.dispose() };
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}
