import { Buffer } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { searchPlace } from "@blueprint/contract/guide";
import type { BlueprintId } from "@blueprint/contract/ids";
import { createMedia } from "@blueprint/contract/media";
import { eq } from "drizzle-orm";
import PdfDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentTexts } from "../../db/schema/document-texts.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { documentPagesMax } from "./document-messages.ts";
import { readDocumentText } from "./document-process.ts";
import { addAnchors, buildPlace } from "./testing/build-place.ts";

const never = new AbortController().signal;

/** A PDF with one text a page; null for a page with a drawing only. */
async function makePdf(pages: readonly (string | null)[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PdfDocument({ autoFirstPage: false, ...options });
  for (const text of pages) {
    pdf.addPage();
    if (text === null) pdf.rect(50, 50, 200, 200).fill();
    else pdf.text(text);
  }
  pdf.end();
  return buffer(pdf);
}

describe("reading a document", () => {
  it("gives the text of each page", async () => {
    const bytes = await makePdf(["Welcome to the museum.", null, "Größe: 25 m\nSecond line"]);
    expect(await readDocumentText(bytes, never)).toEqual({
      pageCount: 3,
      pages: ["Welcome to the museum.", "", "Größe: 25 m\nSecond line"],
      problem: null,
    });
  });

  it("makes words divided at the end of a line whole", async () => {
    const { pages } = await readDocumentText(await makePdf(["The muse-\num is a place of 10-\n20 rooms."]), never);
    expect(pages).toEqual(["The museum is a place of 10-\n20 rooms."]);
  });

  it.each<[string, () => Promise<Uint8Array>, object]>([
    ["with a password", () => makePdf(["Secret"], { userPassword: "open" }), { pages: [], problem: "encrypted" }],
    ["of pictures", () => makePdf([null, null]), { pageCount: 2, pages: ["", ""], problem: "no-text" }],
    ["that is none", async () => Buffer.from("This is no PDF."), { pages: [], problem: "unreadable" }],
    ["that is empty", async () => Buffer.alloc(0), { pages: [], problem: "unreadable" }],
    ["that ends in the middle", async () => (await makePdf(["Cut"])).subarray(0, 300), { problem: "unreadable" }],
    [
      "with an owner's password only",
      () => makePdf(["Open"], { ownerPassword: "x" }),
      { pages: ["Open"], problem: null },
    ],
  ])("%s", async (_what, make, expected) => {
    expect(await readDocumentText(await make(), never)).toMatchObject(expected);
  });

  it("runs no script in it", async () => {
    const pdf = (await makePdf(["Page"])).toString("latin1");
    const action = "/Type /Catalog\n/OpenAction << /S /JavaScript /JS (throw 1; while \\(true\\) {}) >>";
    const scripted = Buffer.from(pdf.replace("/Type /Catalog", action), "latin1");
    expect(scripted.length).toBeGreaterThan(pdf.length);
    expect(await readDocumentText(scripted, never)).toMatchObject({ pages: ["Page"] });
  });

  it("reads the first 2,000 of 5,000 pages", async () => {
    const bytes = await makePdf(Array.from({ length: 5_000 }, (_, index) => `Page ${index + 1}`));
    const read = await readDocumentText(bytes, never);
    expect(read).toMatchObject({ pageCount: 5_000, problem: "too-long" });
    expect(read.pages).toHaveLength(documentPagesMax);
    expect(read.pages.at(-1)).toBe("Page 2000");
  });

  it("ends when it is aborted", async () => {
    const aborted = AbortSignal.abort();
    await expect(readDocumentText(await makePdf(["Page"]), aborted)).rejects.toThrow(/abort/i);
  });
});

describe("a place's documents", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ withJobs: true });
  });
  afterAll(() => app.close());

  const find = async (slug: string, question: string) =>
    (await app.anonymous(searchPlace, { params: { slug }, body: { question } })).found.map(
      ({ kind, id, page }) => `${kind} ${id} ${page ?? ""}`,
    );

  async function store(owner: TestPerson, id: BlueprintId, bytes: Buffer) {
    const body = {
      name: "guide.pdf",
      format: "base64" as const,
      text: bytes.toString("base64"),
      contentType: "application/pdf",
    };
    return owner.api(createMedia, { params: { blueprintId: id }, body });
  }

  it("are found by page once they have been read, with what was there before", async () => {
    const { owner, id, slug, publish } = await buildPlace(app, (doc) =>
      addAnchors(doc, [{ id: "whale", title: "Blue whale", text: "A skeleton of 25 metres." }]),
    );
    const bytes = await makePdf([
      "How the whale came here.",
      "It was found by fishermen.",
      "The harpoon is in room 2.",
    ]);
    const media = await store(owner, id, bytes);
    await publish((doc) => addAnchors(doc, [{ id: "book", type: "pdf", title: "Catalogue", media, page: 1 }]));
    await expect.poll(() => find(slug, "harpoon"), { timeout: 20_000, interval: 300 }).toEqual(["document book 3"]);
    expect(await find(slug, "fishermen")).toEqual(["document book 2"]);
    expect((await find(slug, "whale")).toSorted()).toEqual(["anchor whale ", "document book 1"]);
  });

  it("are read once, and found at once in the next version", async () => {
    const { owner, id, slug, publish } = await buildPlace(app, () => {});
    const media = await store(owner, id, await makePdf(["Harpoons and nets"]));
    await publish((doc) => addAnchors(doc, [{ id: "book", type: "pdf", title: "", media }]));
    await expect.poll(() => find(slug, "harpoons"), { timeout: 20_000, interval: 300 }).toEqual(["document book 1"]);
    await publish((doc) => addAnchors(doc, [{ id: "door", title: "Door" }]));
    expect(await find(slug, "harpoons")).toEqual(["document book 1"]);
  });

  it("that can't be read keep the place searchable, and their problem", async () => {
    const { owner, id, slug, publish } = await buildPlace(app, () => {});
    const media = await store(owner, id, await makePdf(["Secret"], { userPassword: "x" }));
    await publish((doc) => addAnchors(doc, [{ id: "book", type: "pdf", title: "Locked book", media }]));
    const name = `teams/${owner.personalTeamId}/media/${media.fileId}`;
    const read = () => app.context.db.select().from(documentTexts).where(eq(documentTexts.fullPath, name));
    await expect.poll(async () => (await read())[0]?.problem, { timeout: 20_000, interval: 300 }).toBe("encrypted");
    expect(await find(slug, "locked book")).toEqual(["anchor book "]);
  });

  it("of an audience are found by nobody else", async () => {
    const { owner, id, slug, publish } = await buildPlace(app, () => {});
    const media = await store(owner, id, await makePdf(["The code is 4711"]));
    const other = await store(owner, id, await makePdf(["Harpoons"]));
    await publish((doc) =>
      addAnchors(doc, [
        { id: "safe", type: "pdf", title: "Safe", media, audiences: ["staff"] },
        { id: "book", type: "pdf", title: "Book", media: other },
      ]),
    );
    await expect.poll(() => find(slug, "harpoons"), { timeout: 20_000, interval: 300 }).toEqual(["document book 1"]);
    await expect
      .poll(() => app.context.db.select().from(documentTexts).where(eq(documentTexts.pageCount, 1)), {
        timeout: 20_000,
        interval: 300,
      })
      .toHaveLength(3);
    expect(await find(slug, "code 4711")).toEqual([]);
    const asStaff = await owner.api(searchPlace, { params: { slug }, body: { question: "code 4711" } });
    expect(asStaff.found.map(({ id: found }) => found)).toEqual(["safe"]);
  });
});
