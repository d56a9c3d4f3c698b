import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accountKeptDays, deleteAccount, startAccountExport } from "@blueprint/contract/account-end";
import { soldPlanLimits } from "@blueprint/contract/plans";
import { listStoredData } from "@blueprint/contract/stored-data";
import { writeAnchorsCsv, writeAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { measurementTypes } from "@blueprint/scene/measurement";
import { writeMeasurementsCsv } from "@blueprint/scene/measurement-table";
import { zoneTypes } from "@blueprint/scene/zone";
import { writeZonesGeoJson } from "@blueprint/scene/zone-exchange";
import { expect, it } from "vitest";
import * as Y from "yjs";
import { listQuestionGroups } from "./faq.ts";
import { termsParts, toPrivacyParts } from "./legal.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const answerTo = (question: string, payment?: "card" | "invoice", isMeasured = false) =>
  listQuestionGroups({ payment, isMeasured })
    .flatMap(({ questions }) => questions)
    .find((known) => known.question === question)?.answer ?? "";

it("says how to pay as the installation is set up", () => {
  const question = "Can I pay by card?";
  expect(answerTo(question, "card")).toMatch(/^Yes\..*Stripe/);
  expect(answerTo(question, "invoice")).toMatch(/^Not on this installation\..*invoice/);
  expect(answerTo(question)).not.toMatch(/^(Yes|Not)/);
});

it("says that visits are counted only where an operator set that up", () => {
  expect(answerTo("Do you count my visitors?")).toMatch(/^No\./);
  expect(answerTo("Do you count my visitors?", undefined, true)).toMatch(/who agreed/);
});

it("names the exports that there are", () => {
  const answer = answerTo("Can I take everything with me?");
  const doc = new Y.Doc();
  expect(answer).toContain("anchors as CSV and JSON");
  expect(writeAnchorsCsv(doc).split("\n")[0]).toContain("title");
  expect(JSON.parse(writeAnchorsJson(doc))).toBeDefined();
  expect(answer).toContain("zones as GeoJSON");
  expect(JSON.parse(writeZonesGeoJson(doc))).toMatchObject({ type: "FeatureCollection" });
  expect(answer).toContain("measurements as CSV");
  expect(writeMeasurementsCsv([], { value: 1, uncertainty: 0 })).toContain("name");
});

it("describes zones and measuring while the editor has them, and no page promises what is to come", () => {
  expect(zoneTypes).toContain("keep-out");
  expect(measurementTypes).toEqual(expect.arrayContaining(["distance", "area"]));
  expect(read("./components/how-it-works-screen.tsx")).toMatch(/Draw zones, measure, save views/);
  expect(read("./articles/robotics-os.ts")).toContain("export as GeoJSON");
  expect(read("./articles/property-os.ts")).toContain("measures distances and areas");
  const texts = readdirSync(fileURLToPath(new URL(".", import.meta.url)), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => [file, read(`./${file}`)] as const);
  expect(texts.length).toBeGreaterThan(20);
  for (const [file, text] of texts)
    expect(text, file).not.toMatch(
      /\b(not part of Blueprint yet|coming soon|not there yet|does not exist yet|no button for it)\b/i,
    );
});

it("tells how to end an account, as Settings does it", () => {
  expect([startAccountExport.url, deleteAccount.url]).toEqual(["/api/me/export", "/api/me/deletion"]);
  const rights = toPrivacyParts(false)
    .find(({ id }) => id === "rights")
    ?.text.join(" ");
  const ending = termsParts.find(({ id }) => id === "ending")?.text.join(" ");
  for (const text of [rights, ending]) {
    expect(text).toContain("in Settings".replace("in", text === rights ? "In" : "in"));
    expect(text).toContain(`${accountKeptDays} days`);
  }
});

it("the privacy page shows the record of stored data, which a test of the server holds against its schema", () => {
  const stored = toPrivacyParts(false).find(({ id }) => id === "stored");
  expect(stored?.table).toEqual(listStoredData({ invitationValidDays: 7 }));
});

it("sells by plan only what there is", () => {
  expect(soldPlanLimits).toEqual(["publishedBlueprints", "storageBytes", "editors"]);
  for (const file of ["./components/pricing-screen.tsx", "../plans/components/plan-choice-list.tsx"])
    expect(read(file), file).not.toMatch(/guide ?minutes|QR signs<|qrKits/i);
});
