import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultPriceBook, type PriceBook } from "@blueprint/contract/price-book";
import { expect, test } from "../harness/people.ts";
import { makeReadyBlueprint, publish } from "../harness/scans.ts";

// An operator's custom price book, in which the smaller plan has room for one place.
const { free, starter, ...others } = defaultPriceBook.plans;
const book: PriceBook = {
  ...defaultPriceBook,
  plans: { ...others, free, starter: { ...starter, label: "Corner shop", publishedBlueprintsMax: 1 } },
};
const bookPath = join(mkdtempSync(join(tmpdir(), "blueprint-prices-")), "prices.json");
writeFileSync(bookPath, JSON.stringify(book));
test.use({ serverSettings: { PRICE_BOOK: bookPath } });

test("a plan is paid by invoice, and on a downgrade the owner chooses what stays open", async ({
  person,
  operator,
  server,
  openWindow,
  openWindowOf,
  screens,
}) => {
  const owner = await person({ name: "Ines Iten" });
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/manage-plan");
  await expect(page.getByText("Ines Iten is on Free")).toBeVisible();
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Get invoice" }).click();
  const invoices = page.getByRole("region", { name: "Invoices" });
  await expect(invoices.getByText("$199").last()).toBeVisible();
  const downloading = page.waitForEvent("download");
  await invoices.getByRole("link", { name: /^PDF/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/);

  const desk = await (await openWindowOf(operator)).newPage();
  await desk.goto("/workspace?area=operator");
  await desk.getByRole("button", { name: /^Mark as paid/ }).click();
  await expect(desk.getByText("No open invoices.")).toBeVisible();

  const [kept, closing] = [
    await makeReadyBlueprint(server, owner, "Long hall"),
    await makeReadyBlueprint(server, owner, "Cellar"),
  ];
  for (const blueprint of [kept, closing]) await publish(owner, blueprint);
  await page.reload();
  await expect(page.getByText(/^Ines Iten is on Pro, paid by the month until/)).toBeVisible();
  await page.locator("summary", { hasText: "What counts towards Published blueprints" }).click();
  await expect(page.getByRole("link", { name: "Cellar" })).toBeVisible();
  await screens(page, async () => {});

  await page.getByRole("button", { name: "Downgrade to Corner shop" }).click();
  const dialog = page.getByRole("dialog", { name: "Downgrade to Corner shop" });
  await dialog.getByLabel("Long hall").check();
  await dialog.getByLabel("Cellar").check();
  await expect(dialog.getByRole("button", { name: "Downgrade to Corner shop" })).toBeDisabled();
  await dialog.getByLabel("Cellar").uncheck();
  await screens(page, async () => {});
  await dialog.getByRole("button", { name: "Downgrade to Corner shop" }).click();
  await expect(page.getByText(/^Corner shop starts on/)).toBeVisible();
  await expect(page.getByText(/these close to visitors and become drafts: Cellar\./)).toBeVisible();

  const visit = await (await openWindow()).newPage();
  await visit.goto(`/webxr?b=${closing.slug}&text=1`);
  await expect(visit.getByRole("heading", { level: 1, name: "Cellar" })).toBeVisible();
  await page.getByRole("button", { name: "Keep Pro" }).click();
  await expect(page.getByText(/^Corner shop starts on/)).toHaveCount(0);
});
