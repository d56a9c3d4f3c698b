import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accountKeptDays, deleteAccount, startAccountExport } from "@blueprint/contract/account-end";
import { soldPlanLimits } from "@blueprint/contract/plans";
import { roleMay } from "@blueprint/contract/roles";
import { listStoredData } from "@blueprint/contract/stored-data";
import { visitorsShownMin } from "@blueprint/contract/visits";
import { writeAnchorsCsv, writeAnchorsJson } from "@blueprint/scene/anchor-exchange";
import { measurementTypes } from "@blueprint/scene/measurement";
import { writeMeasurementsCsv } from "@blueprint/scene/measurement-table";
import { tourKind } from "@blueprint/scene/tour";
import { volumeEffects } from "@blueprint/scene/volume";
import { zoneTypes } from "@blueprint/scene/zone";
import { writeZonesGeoJson } from "@blueprint/scene/zone-exchange";
import { expect, it } from "vitest";
import * as Y from "yjs";
import { toPlainText } from "./articles/article.ts";
import { museumOs } from "./articles/museum-os.ts";
import { warehouseOs } from "./articles/warehouse-os.ts";
import { listQuestionGroups } from "./faq.ts";
import { termsParts, toPrivacyParts } from "./legal.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const answerTo = (question: string, payment?: "card" | "invoice", isMeasured = false) =>
  listQuestionGroups({ payment, isMeasured })
    .flatMap(({ questions }) => questions)
    .find((known) => known.question === question)?.answer ?? "";

it("describes payment as the installation is configured", () => {
  const question = "Can I pay by card?";
  expect(answerTo(question, "card")).toMatch(/^Yes\..*Stripe/);
  expect(answerTo(question, "invoice")).toMatch(/^Not on this installation\..*invoice/);
  expect(answerTo(question)).not.toMatch(/^(Yes|Not)/);
});

it("says how visits are counted, and that public pages are only if an operator set that up", () => {
  const question = "Do you count my visitors?";
  expect(answerTo(question)).toMatch(/^Yes, without cookies\./);
  expect(answerTo(question)).toContain(`fewer than ${visitorsShownMin} visitors`);
  expect(answerTo(question)).not.toMatch(/who agreed/);
  expect(answerTo(question, undefined, true)).toMatch(/who agreed/);
  const privacy = toPrivacyParts(false)
    .flatMap(({ text }) => text)
    .join(" ");
  expect(privacy).toContain(`fewer than ${visitorsShownMin} visitors`);
  expect(read("../blueprints/components/blueprint-menu.tsx")).toContain("Visitor numbers");
});

it("names the existing exports", () => {
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

it("describes zones and measuring as the editor has them, and no page promises future features", () => {
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

it("warns where the editor's tools give no guarantee: erased parts stay in the files, distances have an uncertainty", () => {
  const museum = toPlainText(museumOs);
  expect(volumeEffects).toContain("erase");
  expect(museum).toContain("erasing it in the editor hides it from view but leaves it in the files");
  expect(read("../editor/tools/volume/hidden-parts-choice.tsx")).toMatch(
    /files their browsers load still contain them/,
  );
  expect(museum).toContain("A recorded tour plays its stops in order");
  expect(Object.keys(tourKind.members)).toEqual(["stop"]);
  const warehouse = toPlainText(warehouseOs);
  expect(warehouse).toContain("measured distances come with an uncertainty");
  expect(writeMeasurementsCsv([], { value: 1, uncertainty: 0 }).split(",")).toContain("uncertainty");
  expect(warehouse).toContain("Keep-out zones are for people to read");
  expect(zoneTypes).toContain("keep-out");
});

it("names the contract's roles and formats", () => {
  const screen = read("./components/how-it-works-screen.tsx");
  expect(screen).toContain("Admins invite people. Editors create and publish. Viewers look and comment.");
  const rights = { admin: "member.invite", editor: "blueprint.publish", viewer: "comment.write" } as const;
  for (const role of ["admin", "editor", "viewer"] as const) expect(roleMay(role, rights[role]), role).toBe(true);
  expect(screen).toContain("Object.values(scanFormats)");
});

it("promises in the terms, the questions and the prices that a limit pauses only what it limits", () => {
  const pauses = {
    publishedBlueprints: "new publishing",
    storageBytes: "new uploads",
    editors: "inviting more editors",
  };
  const sentence = /only new publishing, new uploads and inviting more editors pause\./i;
  const promises = termsParts.find(({ id }) => id === "promises")?.text.join(" ");
  for (const text of [promises, answerTo("What happens if I stop paying?"), read("./components/pricing-screen.tsx")]) {
    expect(text).toMatch(sentence);
    for (const limit of soldPlanLimits) expect(text).toContain(pauses[limit]);
  }
});

it("describes deleting an account the way Settings does it", () => {
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

it("shows the record of stored data on the privacy page, which a server test checks against its schema", () => {
  const stored = toPrivacyParts(false).find(({ id }) => id === "stored");
  expect(stored?.table).toEqual(listStoredData({ invitationValidDays: 7 }));
});

it("offers in plans only what exists", () => {
  expect(soldPlanLimits).toEqual(["publishedBlueprints", "storageBytes", "editors"]);
  for (const file of ["./components/pricing-screen.tsx", "../plans/components/plan-choice-list.tsx"])
    expect(read(file), file).not.toMatch(/guide ?minutes|QR signs<|qrKits/i);
});
