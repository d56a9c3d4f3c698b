import type { InvoiceId, TeamId } from "@blueprint/contract/ids";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { drawInvoice } from "./invoice-pdf.ts";
import type { InvoiceRow } from "./invoices.repository.ts";

const invoice: InvoiceRow = {
  id: "0197e5a0-0000-7000-8000-000000000001" as InvoiceId,
  number: "2026-0007",
  teamId: "0197e5a0-0000-7000-8000-000000000002" as TeamId,
  teamName: "Łódź Museum",
  billTo: "ada@example.org",
  kind: "upgrade",
  planType: "pro",
  billing: "monthly",
  periodStartsAt: null,
  periodEndsAt: null,
  lines: [
    { text: "Pro, one month", cents: 9900 },
    { text: "Not used of Starter", cents: -1200 },
  ],
  totalCents: 8700,
  creditLeftCents: 0,
  state: "open",
  issuedAt: new Date("2026-11-23T12:00:00Z"),
  dueAt: new Date("2026-12-07T12:00:00Z"),
  settledAt: null,
  settledBy: null,
  issuer: {
    name: "Harbour Ltd",
    address: "Quay 1\nBergen",
    taxId: "NO 999",
    paymentInstructions: "IBAN NO93 8601 1117 947\nName the number of the invoice.",
  },
};

interface Element {
  role: string;
  scope?: string;
  children: (Element | { type: string; id: string })[];
}

/** The invoice as a screen reader gets it: roles and texts in structure order, and any text outside the structure. */
async function readSheet(drawn: InvoiceRow) {
  const document = await getDocument({ data: new Uint8Array(await drawInvoice(drawn)) }).promise;
  const page = await document.getPage(1);
  const texts = new Map<string, string>();
  let unmarked = "";
  const open: (string | null)[] = [];
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ("str" in item) {
      const id = open.findLast((one) => one !== null);
      if (id === undefined || id === null) unmarked += item.str;
      else texts.set(id, (texts.get(id) ?? "") + item.str + (item.hasEOL ? "\n" : ""));
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push(item.id ?? null);
  }
  const toOutline = (element: Element): unknown[] => {
    const role = element.scope === undefined ? element.role : `${element.role} ${element.scope}`;
    const inside = element.children.map((child) =>
      "role" in child ? toOutline(child) : (texts.get(child.id) ?? "").trim(),
    );
    return [role, ...inside];
  };
  const tree = (await page.getStructTree()) as unknown as Element;
  return {
    outline: tree.children.map((child) => toOutline(child as Element)),
    unmarked: unmarked.trim(),
    markInfo: toFields(await document.getMarkInfo()),
    preferences: toFields(await document.getViewerPreferences()),
    metadata: await document.getMetadata(),
  };
}

/** pdf.js returns a Map where its types declare an object. */
function toFields(answer: unknown): unknown {
  return answer instanceof Map ? Object.fromEntries(answer) : answer;
}

describe("an invoice PDF", () => {
  it("is tagged: language, title, one heading, paragraphs and tables with headers, in reading order", async () => {
    const { outline, unmarked, markInfo, preferences, metadata } = await readSheet(invoice);
    expect([markInfo, preferences]).toEqual([
      expect.objectContaining({ Marked: true, Suspects: false }),
      expect.objectContaining({ DisplayDocTitle: true }),
    ]);
    expect(metadata.info).toMatchObject({ PDFFormatVersion: "1.7", Language: "en", Title: "Invoice 2026-0007" });
    expect(metadata.metadata?.get("dc:title")).toBe("Invoice 2026-0007");
    expect(metadata.metadata?.getRaw()).toContain("<pdfuaid:part>1</pdfuaid:part>");
    const fact = (label: string, value: string) => ["TR", ["TH Row", label], ["TD", value]];
    const price = (text: string, dollars: string) => ["TR", ["TD", text], ["TD", dollars]];
    expect(outline).toEqual([
      [
        "Document",
        ["P", "Harbour Ltd"],
        ["P", "Quay 1\nBergen"],
        ["H1", "Invoice 2026-0007"],
        [
          "Table",
          fact("Team", "Łódź Museum"),
          fact("Bill to", "ada@example.org"),
          fact("Date", "23 November 2026"),
          fact("Due", "7 December 2026"),
          fact("Period", "One month from the date of payment"),
          fact("Status", "Open"),
          fact("Tax ID", "NO 999"),
        ],
        [
          "Table",
          ["TR", ["TH Column", "Item"], ["TH Column", "Amount"]],
          price("Pro, one month", "$99.00"),
          price("Not used of Starter", "-$12.00"),
          ["TR", ["TH Row", "Total in US dollars, excluding tax"], ["TD", "$87.00"]],
        ],
        ["H2", "How to pay"],
        ["P", "IBAN NO93 8601 1117 947\nName the number of the invoice."],
      ],
    ]);
    expect(unmarked).toBe("");
  });

  it("says in a separate paragraph that a letter cannot be printed", async () => {
    const { outline } = await readSheet({ ...invoice, teamName: "株式会社 Harbour" });
    expect((outline[0] as unknown[]).at(-1)).toEqual([
      "P",
      "A “?” stands for a character this PDF can't show. The plan page shows all of them.",
    ]);
  });
});
