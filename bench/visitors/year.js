// The numbers of a year: how long their screen's requests take for a place with many visits, among counts made of
// 50 million events. Quality is printed with the time: whether the sums are those of what was put in.
//
// Target: 300 ms (p95) for each request, one after another.
//
// Usage: node bench/visitors
import { dirname, join } from "node:path";
import { listBlueprints } from "@blueprint/contract/blueprints";
import { getVisitHeat, getVisitNumbers } from "@blueprint/contract/visits";
import { findRunningPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { acceptAsNewPerson, newEmail } from "../../e2e/harness/people.ts";
import { connectTo } from "../api/rows.js";
import { publishPlace } from "../load/places.js";
import { startProduct } from "../load/product.js";

const p95MsMax = 300;
const askedTimes = 20;
const days = 365;
const otherPlaces = 200;
const eventsInAll = 50_000_000;
/** Of the place itself, on each day. */
const subjects = { anchor: 150, zone: 40, site: 30, stop: 60, spot: 1_500 };
const visitorsADay = 40;

const product = await startProduct();
try {
  const { operatorInvitationUrl, url } = product;
  const owner = await acceptAsNewPerson(product, operatorInvitationUrl, "Olga Operator", newEmail());
  await publishPlace(url, owner, "Gallery");
  const [{ id: blueprintId }] = (await owner.api(listBlueprints, { query: { teamId: owner.teamId } })).blueprints;
  const rows = await fill(blueprintId);
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const request = { params: { blueprintId }, query: { from, to } };
  const numbers = await owner.api(getVisitNumbers, request);
  const heat = await owner.api(getVisitHeat, request);
  console.log(`${rows.toLocaleString("en")} counts, made of ${eventsInAll.toLocaleString("en")} events`);
  report(
    numbers.totals.visitors === visitorsADay * days && numbers.anchors[0].visitors === visitorsADay * days,
    `quality: ${numbers.totals.visitors} visitors, ${numbers.anchors[0].visitors} of the first card, of ${visitorsADay * days} put in`,
  );
  report(heat.spots.length === subjects.spot, `quality: ${heat.spots.length} spots of ${subjects.spot}`);
  for (const [name, endpoint] of [
    ["numbers", getVisitNumbers],
    ["heat map", getVisitHeat],
  ]) {
    const times = [];
    for (let time = 0; time < askedTimes; time += 1) {
      const begunMs = performance.now();
      await owner.api(endpoint, request);
      times.push(performance.now() - begunMs);
    }
    times.sort((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(share * (times.length - 1))]);
    report(
      p95 <= p95MsMax,
      `${name} of a year: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (at most ${p95MsMax} ms)`,
    );
  }
} finally {
  await product.dispose();
}

/** @returns the number of counts */
async function fill(blueprintId) {
  const sql = connectTo(findRunningPostgres(join(dirname(product.mailDir), "postgres")), "blueprint");
  try {
    await sql.begin(async (tx) => {
      await tx`
        insert into blueprints select (jsonb_populate_record(original, jsonb_build_object(
          'id', gen_random_uuid(), 'slug', 'other-' || n))).*
        from blueprints original, generate_series(1, ${otherPlaces}::int) n where original.id = ${blueprintId}`;
      for (const [kind, count] of [
        ["visit", 1],
        ["seen", 1],
        ["picture", 8],
        ["device", 3],
        ...Object.entries(subjects),
      ])
        await tx`
          insert into place_visit_counts (blueprint_id, span, starts_at, kind, subject, count, seconds, visitors)
          select ${blueprintId}, 'day', date_trunc('day', now(), 'UTC') - day * interval '24 hours', ${kind}::text,
            case when ${kind}::text in ('visit', 'seen') then '' when ${kind}::text = 'spot' then n || '/1/0' else n::text end,
            ${visitorsADay}::int, 60, ${visitorsADay}::int
          from generate_series(0, ${days - 1}::int) day, generate_series(1, ${count}::int) n`;
      const [{ events, rows }] = await tx`
        select sum(count)::bigint as events, count(*)::int as rows from place_visit_counts`;
      const perRow = Math.round((eventsInAll - Number(events)) / (otherPlaces * days * 25));
      await tx`
        insert into place_visit_counts (blueprint_id, span, starts_at, kind, subject, count, seconds, visitors)
        select id, 'day', date_trunc('day', now(), 'UTC') - day * interval '24 hours', 'anchor', n::text, ${perRow}::int, 0, 9
        from blueprints, generate_series(0, ${days - 1}::int) day, generate_series(1, 25) n where id <> ${blueprintId}`;
      return rows;
    });
    await sql`analyze place_visit_counts`;
    const [{ rows }] = await sql`select count(*)::int as rows from place_visit_counts`;
    return rows;
  } finally {
    await sql.end();
  }
}

function report(isMet, text) {
  console.log(`${isMet ? "met   " : "MISSED"} ${text}`);
  if (!isMet) process.exitCode = 1;
}
