import { createMedia } from "@blueprint/contract/media";
import { buildPdf } from "@blueprint/scans/plan-file/testing/build-pdf";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { expectScanShown } from "../harness/editor.ts";
import { editScene } from "../harness/full-house.ts";
import { expect, type Person, test } from "../harness/people.ts";
import { makeReadyBlueprint, publish } from "../harness/scans.ts";
import { keepPicture } from "../harness/test.ts";

const toPage = (text: string) => ({ width: 400, height: 200, content: `BT /F1 14 Tf 20 120 Td (${text}) Tj ET` });

async function storePdf(owner: Person, blueprintId: string, name: string, bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString("base64");
  const body = { name, format: "base64" as const, text, contentType: "application/pdf" };
  return owner.api(createMedia, { params: { blueprintId } as never, body });
}

test("documents are searched by page, and the team sees what was read of them", async ({
  person,
  openWindowOf,
  server,
  axe,
  judge,
}) => {
  const owner = await person();
  const blueprint = await makeReadyBlueprint(server, owner, "Long hall");
  const pages = ["How the whale came here", "The harpoon is in the second room", "Imprint"].map(toPage);
  const catalogue = await storePdf(owner, blueprint.id, "catalogue.pdf", buildPdf(pages));
  const locked = await storePdf(owner, blueprint.id, "locked.pdf", buildPdf([toPage("Secret")], { isEncrypted: true }));
  await editScene(server, owner, blueprint, (doc) => {
    addAnchor(doc, buildAnchor({ id: "book", type: "pdf", title: "Catalogue", text: "", media: catalogue }));
    addAnchor(doc, buildAnchor({ id: "locked", type: "pdf", title: "Locked papers", text: "", media: locked }));
  });
  const page = await (await openWindowOf(owner)).newPage();
  const documents = page.getByRole("list", { name: "Documents" });
  await test.step("before publishing, nothing is read", async () => {
    await page.goto(`/blueprints/${blueprint.id}/ai-studio`);
    await expect(documents.getByRole("listitem").first()).toContainText("Documents are read when you publish.");
  });
  await test.step("publishing reads them; the open screen hears of it", async () => {
    await publish(owner, blueprint);
    await expect(documents.getByRole("listitem").filter({ hasText: "Catalogue" })).toContainText("3 pages read.");
    await expect(documents.getByRole("listitem").filter({ hasText: "Locked papers" })).toContainText(
      "Can't be read: it needs a password.",
    );
    await axe(page);
    await judge(page, "studio-documents");
  });
  await test.step("a visitor finds the page, and the card opens there", async () => {
    await page.goto(`/webxr?b=${blueprint.slug}`);
    await expectScanShown(page);
    await page.keyboard.press("g");
    const guide = page.getByRole("region", { name: "Ask this place" });
    const question = guide.getByRole("searchbox", { name: "Your question" });
    await question.fill("Where are the harpoons?");
    await question.press("Enter");
    const answers = guide.getByRole("list", { name: "What this place says" });
    await expect(answers).toContainText("Document, page 2");
    await answers.getByRole("button", { name: "Show me: Catalogue" }).click();
    const card = page.getByRole("region", { name: "Place", exact: true });
    await expect(card.getByRole("img", { name: "Page 2 of catalogue.pdf" })).toBeVisible();
    await expect(card).toContainText("Download catalogue.pdf (3 pages)");
    await axe(page);
    await keepPicture(page, "guide-document");
  });
});
