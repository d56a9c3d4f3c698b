import { publishBlueprint } from "@blueprint/contract/blueprints";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { SignId } from "@blueprint/contract/ids";
import { addSigns, cancelSignPrint, listSignPrints, listSigns, startSignPrint } from "@blueprint/contract/signs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { makeSheets } from "./sign-prints.jobs.ts";
import { removeOldSheets } from "./sign-prints.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const attempt = { signal: new AbortController().signal, isLastAttempt: false };
const a6 = { format: "a6", paper: "a4", style: "light", readingDistanceMm: 500 } as const;

async function buildSigns(...titles: string[]) {
  const owner = await app.buildPerson();
  const { id: blueprintId } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const params = { blueprintId };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const signs = titles.map((title) => ({ spot: "Wall", title, target: { kind: "place" as const } }));
  await owner.api(addSigns, { params, body: { signs } });
  const start = (body: Partial<EndpointRequest<typeof startSignPrint>["body"]> = {}) =>
    owner.api(startSignPrint, { params, body: { signIds: null, sheet: a6, fileKind: "pdf", ...body } });
  const make = (printId: string, run: Parameters<typeof makeSheets>[2] = attempt) =>
    makeSheets(app.context, { printId, placeName: "Gallery" }, run);
  const list = async () => (await owner.api(listSignPrints, { params })).prints;
  const states = async () => (await owner.api(listSigns, { params, query: {} })).signs.map(({ state }) => state);
  return { owner, params, start, make, list, states };
}

describe("sheets", () => {
  it("are made of all signs in use, and then wait to be hung", async () => {
    const { start, make, list, states } = await buildSigns("", "Café ☕", "مدخل 12");
    const { id, signCount, endedAt } = await start();
    expect({ signCount, endedAt }).toEqual({ signCount: 3, endedAt: null });
    await make(id);
    const [print] = await list();
    expect(print).toMatchObject({ checkedCount: 3, problem: null });
    const [file] = print!.files;
    expect(file).toMatchObject({ name: "signs-1-3.pdf", firstSign: 1, lastSign: 3 });
    const answer = await fetch(`${app.url}${file!.url}`);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="signs-1-3.pdf"');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(await states()).toEqual(["to-hang", "to-hang", "to-hang"]);
    // The job runs again if its server died before completing it.
    await make(id);
    expect((await list())[0]!.files).toHaveLength(1);
  });

  it("are pictures of one sign each", async () => {
    const { owner, params, start, make, list } = await buildSigns("One", "Two");
    const { signs } = await owner.api(listSigns, { params, query: {} });
    const { id } = await start({ signIds: [signs[1]!.id], fileKind: "png" });
    await make(id);
    const [file] = (await list())[0]!.files;
    expect(file!.name).toBe("sign-2.png");
    const picture = await sharp(Buffer.from(await (await fetch(`${app.url}${file!.url}`)).arrayBuffer())).metadata();
    expect(picture).toMatchObject({ format: "png", density: 300, width: 1240 });
  });

  it("aren't made when one sign can't be printed or read, and say which and why", async () => {
    const { start, make, list, states } = await buildSigns("One", "Two \u{12000}");
    await make((await start()).id);
    expect((await list())[0]).toMatchObject({
      problem: { kind: "text-not-printable", sign: 2, part: "title", characters: ["\u{12000}"] },
      files: [],
    });
    expect(await states()).toEqual(["to-print", "to-print"]);
    const far = { ...a6, readingDistanceMm: 2_000 } as const;
    const other = await buildSigns("One");
    await other.make((await other.start({ sheet: far })).id);
    expect((await other.list())[0]).toMatchObject({ problem: { kind: "code-not-readable", sign: 1 }, files: [] });
  });

  it("are made one order at a time, and can be cancelled", async () => {
    const { owner, params, start, make, list, states } = await buildSigns("One");
    const { id } = await start();
    await expect(start()).rejects.toMatchObject({ code: "sign-print-running" });
    await owner.api(cancelSignPrint, { params: { ...params, signPrintId: id } });
    await make(id);
    expect(await list()).toEqual([]);
    expect(await states()).toEqual(["to-print"]);
  });

  it("go on after a failure, and say when they failed for good", async () => {
    const { start, make, list } = await buildSigns("One");
    const { id } = await start();
    const stopped = AbortSignal.abort(new Error("The server is stopping."));
    await expect(make(id, { signal: stopped, isLastAttempt: false })).rejects.toThrow("stopping");
    expect((await list())[0]).toMatchObject({ endedAt: null, problem: null });
    await expect(make(id, { signal: stopped, isLastAttempt: true })).rejects.toThrow("stopping");
    expect((await list())[0]).toMatchObject({ problem: { kind: "failed" } });
  });

  it("are refused for signs of other places, too many pictures and unreadable logos", async () => {
    const { start } = await buildSigns("One");
    const other = await buildSigns("Two");
    const { signs } = await other.owner.api(listSigns, { params: other.params, query: {} });
    await expect(start({ signIds: [signs[0]!.id] })).rejects.toMatchObject({ code: "invalid-input" });
    await expect(start({ signIds: ["00000000-0000-4000-8000-000000000000" as SignId] })).rejects.toMatchObject({
      code: "invalid-input",
    });
    const logo = Buffer.from("no picture").toString("base64");
    await expect(start({ logo })).rejects.toMatchObject({ code: "logo-unreadable" });
  });

  it("are removed after 30 days", async () => {
    const { params, start, make, list } = await buildSigns("One");
    await make((await start()).id);
    await app.context
      .sql`update sign_prints set created_at = now() - interval '31 days' where blueprint_id = ${params.blueprintId}`;
    await removeOldSheets(app.context);
    expect(await list()).toEqual([]);
  });
});
