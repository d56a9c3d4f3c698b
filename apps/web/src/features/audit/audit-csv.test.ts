import type { AuditEvent } from "@blueprint/contract/audit";
import { readCsv } from "@blueprint/scene/csv-text";
import { expect, test } from "vitest";
import { toAuditCsv } from "./audit-csv.ts";

test("names that look like formulas stay text", () => {
  const event: AuditEvent = {
    id: "00000000-0000-7000-8000-000000000000",
    at: "2026-11-20T10:00:00.000Z",
    actorId: null,
    actorName: "=HYPERLINK(1)",
    action: "member.role-changed",
    subjectName: 'Bob "B", Jr.',
    details: { from: "viewer", to: "editor" },
    ipAddress: "10.0.0.1",
    userAgent: null,
  };
  const [, row] = toAuditCsv([event]).split(/\r?\n/);
  expect(row).not.toMatch(/(^|,)"?=HYPERLINK/);
  expect(row).toContain('"Bob ""B"", Jr."');
  expect(row).toContain('"{""from"":""viewer"",""to"":""editor""}"');
});

test("no column becomes a formula, whatever the log contains", () => {
  const formula = "=HYPERLINK(1)";
  const event = {
    id: formula,
    at: formula,
    actorId: null,
    actorName: formula,
    action: formula,
    subjectName: formula,
    details: {},
    ipAddress: formula,
    userAgent: formula,
  } as unknown as AuditEvent;
  const [heading, row] = readCsv(toAuditCsv([event])) ?? [];
  const safe = `'${formula}`;
  expect(heading?.[0]).toBe("at");
  expect(row).toEqual([safe, safe, safe, safe, "", safe, safe]);
});
