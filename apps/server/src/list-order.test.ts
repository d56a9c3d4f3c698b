import type { BlueprintId, TeamId, UserId, WebhookId, WorkflowId } from "@blueprint/contract/ids";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "./db/database.ts";
import { listBlueprints } from "./features/blueprints/blueprint-lists.repository.ts";
import { listRequests } from "./features/installation/requests.repository.ts";
import { listAccessRequests } from "./features/members/access-requests.repository.ts";
import { listInbox } from "./features/notifications/notifications.repository.ts";
import { listInvoices, listInvoicesOf } from "./features/plans/invoices.repository.ts";
import { listDeliveryRows } from "./features/programs/webhooks.repository.ts";
import { listResponses } from "./features/published/form-answers.repository.ts";
import { listTaskRows } from "./features/tasks/tasks.repository.ts";
import { listAuditEvents } from "./features/teams/audit.repository.ts";
import { listVisits } from "./features/teams/team-visits.repository.ts";
import { listRunRows } from "./features/workflows/workflows.repository.ts";
import type { TeamScope } from "./platform/http/scope.ts";
import { systemIds } from "./platform/ids.ts";
import type { PageCursor } from "./platform/page-cursor.ts";
import { createTestApp, type TestApp } from "./testing/create-test-app.ts";

const uuid = <Id extends string>() => systemIds.uuid() as Id;
const scope = { teamId: uuid<TeamId>() } as TeamScope;
const everything = { action: undefined, actorId: undefined, from: undefined, until: undefined };

/** Lists that grow for as long as an installation exists. */
const lists: Record<string, (tx: Tx, cursor: PageCursor | null) => Promise<unknown>> = {
  "the team's log": (tx, cursor) => listAuditEvents(tx, scope, everything, cursor, 51),
  "open blueprints": (tx, cursor) => listBlueprints(tx, scope, { state: "open", search: undefined }, cursor, 21),
  "blueprints in the bin": (tx, cursor) =>
    listBlueprints(tx, scope, { state: "binned", search: undefined }, cursor, 21),
  "answers to a form": (tx, cursor) =>
    listResponses(tx, scope, { blueprintId: uuid<BlueprintId>(), anchorId: "a" }, cursor, 51),
  "the inbox": (tx, cursor) => listInbox(tx, uuid<UserId>(), cursor, 31),
  "every team's invoices": (tx, cursor) => listInvoices(tx, "settled", cursor, 51),
  "requests to the operators": (tx, cursor) => listRequests(tx, { kind: undefined, state: "closed" }, cursor, 51),
  "wishes for an account": (tx, cursor) => listAccessRequests(tx, "decided", cursor, 51),
  "deliveries of a webhook": (tx, cursor) => listDeliveryRows(tx, uuid<WebhookId>(), cursor, 51),
  "tasks to do": (tx, cursor) =>
    listTaskRows(tx, scope, { filter: "open", userId: uuid<UserId>(), onlyOf: null }, cursor, 31),
  "tasks that are done": (tx, cursor) =>
    listTaskRows(tx, scope, { filter: "done", userId: uuid<UserId>(), onlyOf: null }, cursor, 31),
  "runs of a workflow": (tx, cursor) => listRunRows(tx, uuid<WorkflowId>(), cursor, 31),
};
const shortLists: Record<string, (tx: Tx) => Promise<unknown>> = {
  "a team's invoices": (tx) => listInvoicesOf(tx, scope, 51),
  "an operator's visits": (tx) => listVisits(tx, uuid<UserId>()),
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** PostgreSQL's plan for a list when sorting and full scans are a last resort, as in large tables. */
async function explain(list: (tx: Tx) => Promise<unknown>): Promise<string> {
  const asked: { text: string; values: unknown[] }[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => asked.push({ text, values }) };
  await list(drizzle(app.context.sql.pool, { logger }) as unknown as Tx);
  const ordered = asked.find(({ text }) => text.includes(" order by "));
  if (ordered === undefined) throw new Error("This list asked for no order.");
  return await app.context.sql.begin(async (sql) => {
    await sql`set local enable_sort = off`;
    await sql`set local enable_seqscan = off`;
    await sql`set local enable_bitmapscan = off`;
    const lines = await sql.unsafe(`explain ${ordered.text}`, ordered.values as string[]);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });
}

describe("an index has the order of", () => {
  for (const [name, list] of Object.entries(lists)) {
    it(name, async () => {
      expect(await explain((tx) => list(tx, null))).not.toContain("Sort");
      const nextPage = await explain((tx) => list(tx, { at: new Date(), id: systemIds.uuid() }));
      expect(nextPage).not.toContain("Sort");
      expect(nextPage).toMatch(/Index Cond: .*ROW\(/);
    });
  }
  for (const [name, list] of Object.entries(shortLists)) {
    it(name, async () => {
      expect(await explain(list)).not.toContain("Sort");
    });
  }
});
