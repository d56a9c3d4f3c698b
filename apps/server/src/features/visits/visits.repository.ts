import type { BlueprintId } from "@blueprint/contract/ids";
import { and, between, desc, eq, gte, inArray, isNull, lt, sql, sum } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { placeVisitCounts, placeVisitEvents, placeVisitSalts } from "../../db/schema/place-visits.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

const dayMs = 24 * 3_600_000;

/** Unscoped on purpose, like everything here: the caller has checked the place, or the scope of the blueprint. */
export type CountRow = typeof placeVisitCounts.$inferSelect;

/** An event on its way to the database. */
export interface NewVisitEvent
  extends Pick<
    typeof placeVisitEvents.$inferInsert,
    "visitId" | "at" | "blueprintId" | "kind" | "subject" | "seconds"
  > {
  readonly happenedAt: string;
  /** Null for events of a visit that began before: its first event names the visitor. */
  readonly visitor: string | null;
  readonly isTeam: boolean | null;
}

/** Adds events of places that still exist. Those that arrived before, and those of forgotten visits, are left out. */
export async function addVisitEvents(tx: Tx, events: readonly NewVisitEvent[]): Promise<void> {
  await tx.execute(sql`
    insert into ${placeVisitEvents}
      (visit_id, at, blueprint_id, happened_at, visitor, is_team, kind, subject, seconds)
    select given."visitId", given.at, given."blueprintId", given."happenedAt", coalesce(given.visitor, begun.visitor),
      coalesce(given."isTeam", begun.is_team), given.kind, given.subject, given.seconds
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as given(
      "visitId" uuid, at int, "blueprintId" uuid, "happenedAt" timestamptz, visitor text, "isTeam" boolean, kind text,
      subject text, seconds int)
    join ${blueprints} on ${blueprints.id} = given."blueprintId"
    left join ${placeVisitEvents} begun on begun.visit_id = given."visitId" and begun.at = 0
    where coalesce(given.visitor, begun.visitor) is not null
    on conflict do nothing`);
}

/** One transaction counts at a time: an older one must not overwrite what a newer one counted. */
export async function waitToCount(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('count-visits', 0))`);
}

/** Counts the days, and their hours, in which something happened since. Counting again changes nothing. */
export async function countVisitEvents(tx: Tx, since: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${placeVisitCounts} (blueprint_id, span, starts_at, kind, subject, count, seconds, visitors)
    select events.blueprint_id, spans.span, date_trunc(spans.span, events.happened_at, 'UTC'),
      case when events.is_team then 'team' else events.kind end, case when events.is_team then '' else events.subject end,
      count(*), sum(events.seconds), count(distinct events.visitor)
    from (
      select distinct blueprint_id, date_trunc('day', happened_at, 'UTC') as day
      from ${placeVisitEvents} where happened_at >= ${since.toISOString()}::timestamptz
    ) as touched
    join ${placeVisitEvents} events on events.blueprint_id = touched.blueprint_id
      and events.happened_at >= touched.day and events.happened_at < touched.day + interval '24 hours'
    cross join (values ('hour'), ('day')) as spans(span)
    where not events.is_team or events.kind = 'visit'
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (blueprint_id, span, kind, starts_at, subject) do update
      set count = excluded.count, seconds = excluded.seconds, visitors = excluded.visitors`);
}

export async function removeVisitEventsBefore(tx: Tx, instant: Date): Promise<void> {
  await tx.delete(placeVisitEvents).where(lt(placeVisitEvents.happenedAt, instant));
}

export async function removeVisitCountsBefore(tx: Tx, instant: Date): Promise<void> {
  await tx.delete(placeVisitCounts).where(lt(placeVisitCounts.startsAt, instant));
}

/** Spots by the hour, which are many. Those by the day stay. */
export async function removeHourSpotsBefore(tx: Tx, instant: Date): Promise<void> {
  const { span, kind, startsAt } = placeVisitCounts;
  await tx.delete(placeVisitCounts).where(and(eq(span, "hour"), eq(kind, "spot"), lt(startsAt, instant)));
}

/** The salt of a day; the given one if it has none yet. @param day YYYY-MM-DD */
export async function keepSalt(tx: Tx, day: string, salt: string): Promise<string> {
  await tx.insert(placeVisitSalts).values({ day, salt }).onConflictDoNothing();
  const [row] = await tx.select().from(placeVisitSalts).where(eq(placeVisitSalts.day, day));
  return row?.salt ?? salt;
}

/** @param day YYYY-MM-DD */
export async function removeSaltsBefore(tx: Tx, day: string): Promise<void> {
  await tx.delete(placeVisitSalts).where(lt(placeVisitSalts.day, day));
}

/** A sum over the days of a range. Visitors of each day are added up. */
export type VisitSum = Pick<CountRow, "kind" | "subject" | "count" | "seconds" | "visitors">;

/** What is counted of a place, by kind and subject. @param to the last day */
export async function sumVisitCounts(
  tx: Tx,
  blueprintId: BlueprintId,
  { kinds, from, to }: { kinds: readonly string[]; from: Date; to: Date },
): Promise<VisitSum[]> {
  const { kind, subject, count, seconds, visitors } = placeVisitCounts;
  return await tx
    .select({
      ...{ kind, subject },
      count: sum(count).mapWith(Number),
      seconds: sum(seconds).mapWith(Number),
      visitors: sum(visitors).mapWith(Number),
    })
    .from(placeVisitCounts)
    .where(and(isDayOf(blueprintId, from, to), inArray(kind, [...kinds])))
    .groupBy(kind, subject);
}

function isDayOf(blueprintId: BlueprintId, from: Date, to: Date) {
  const { blueprintId: id, span, startsAt } = placeVisitCounts;
  return and(eq(id, blueprintId), eq(span, "day"), between(startsAt, from, to));
}

function isHourOf(blueprintId: BlueprintId, from: Date, to: Date, { fromHour, untilHour, timeZone }: DayHours) {
  const { blueprintId: id, span, startsAt } = placeVisitCounts;
  const hour = sql`extract(hour from ${startsAt} at time zone ${timeZone})`;
  return and(
    ...[eq(id, blueprintId), eq(span, "hour"), gte(startsAt, from), lt(startsAt, new Date(to.getTime() + dayMs))],
    ...[sql`${hour} >= ${fromHour}`, sql`${hour} < ${untilHour}`],
  );
}

/** Visits by days, or by hours. @param to the last instant */
export async function listVisitSpans(
  tx: Tx,
  blueprintId: BlueprintId,
  { span, from, to }: { span: "day" | "hour"; from: Date; to: Date },
): Promise<CountRow[]> {
  return await tx
    .select()
    .from(placeVisitCounts)
    .where(
      and(
        eq(placeVisitCounts.blueprintId, blueprintId),
        eq(placeVisitCounts.span, span),
        eq(placeVisitCounts.kind, "visit"),
        between(placeVisitCounts.startsAt, from, to),
      ),
    )
    .orderBy(placeVisitCounts.startsAt);
}

/** Visits of each of a team's places that was visited, unless it is in the bin. @param to the last day */
export async function sumTeamVisits(
  tx: Tx,
  { teamId }: TeamScope,
  from: Date,
  to: Date,
): Promise<{ blueprintId: string; name: string; count: number; visitors: number }[]> {
  const { blueprintId, span, kind, startsAt, count, visitors } = placeVisitCounts;
  return await tx
    .select({
      ...{ blueprintId, name: blueprints.name },
      count: sum(count).mapWith(Number),
      visitors: sum(visitors).mapWith(Number),
    })
    .from(blueprints)
    .innerJoin(
      placeVisitCounts,
      and(eq(blueprintId, blueprints.id), eq(span, "day"), eq(kind, "visit"), between(startsAt, from, to)),
    )
    .where(and(eq(blueprints.teamId, teamId), isNull(blueprints.binnedAt)))
    .groupBy(blueprintId, blueprints.name);
}

/** Hours of each day in a time zone; the last one is not among them. */
export interface DayHours {
  readonly fromHour: number;
  readonly untilHour: number;
  readonly timeZone: string;
}

/**
 * Spots with at least so many visitors, the most first; the visitors of each day are added up, or those of each hour.
 * @param to the last day @param hours null for whole days
 */
export async function listVisitSpots(
  tx: Tx,
  blueprintId: BlueprintId,
  of: { from: Date; to: Date; hours: DayHours | null; visitorsMin: number; spotsMax: number },
): Promise<{ subject: string; visitors: number }[]> {
  const { from, to, hours, visitorsMin, spotsMax } = of;
  const visitors = sum(placeVisitCounts.visitors).mapWith(Number);
  return await tx
    .select({ subject: placeVisitCounts.subject, visitors })
    .from(placeVisitCounts)
    .where(
      and(
        hours === null ? isDayOf(blueprintId, from, to) : isHourOf(blueprintId, from, to, hours),
        eq(placeVisitCounts.kind, "spot"),
      ),
    )
    .groupBy(placeVisitCounts.subject)
    .having(gte(visitors, visitorsMin))
    .orderBy(desc(visitors), placeVisitCounts.subject)
    .limit(spotsMax);
}
