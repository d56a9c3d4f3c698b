import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { events } from "../../db/schema/events.ts";
import type { EventType, ProductEvent } from "./product-events.ts";

export async function insertEvent(tx: Tx, stream: string, event: ProductEvent): Promise<void> {
  await tx.insert(events).values({ stream, event: { ...event, at: event.at.toISOString() } });
}

export interface WaitingEvent {
  readonly position: number;
  readonly type: EventType;
}

/** In order, from after a position. */
export async function listWaitingEvents(tx: Tx, stream: string, after: number, limit: number): Promise<WaitingEvent[]> {
  const rows = await tx
    .select({ position: events.position, type: sql<EventType>`${events.event} ->> 'type'` })
    .from(events)
    .where(and(eq(events.stream, stream), gt(events.position, after)))
    .orderBy(asc(events.position))
    .limit(limit);
  return rows;
}

/** Locked until the transaction ends; null when it was delivered to everyone. */
export async function lockEvent(
  tx: Tx,
  position: number,
): Promise<{ event: ProductEvent; deliveredTo: string[] } | null> {
  const [row] = await tx
    .select({ event: events.event, deliveredTo: events.deliveredTo })
    .from(events)
    .where(eq(events.position, position))
    .for("update");
  if (row === undefined) return null;
  const event = { ...row.event, at: new Date(row.event.at) } as unknown as ProductEvent;
  return { event, deliveredTo: row.deliveredTo };
}

export async function markDelivered(tx: Tx, position: number, deliveredTo: string[]): Promise<void> {
  await tx.update(events).set({ deliveredTo }).where(eq(events.position, position));
}

export async function deleteEvent(tx: Tx, position: number): Promise<void> {
  await tx.delete(events).where(eq(events.position, position));
}

export async function listWaitingStreams(tx: Tx): Promise<string[]> {
  const rows = await tx.selectDistinct({ stream: events.stream }).from(events);
  return rows.map(({ stream }) => stream);
}
