import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { anchorsOf, describeAnchor, expectSaved, expectScanShown, openEditor, placeAnchor } from "../harness/editor.ts";
import { expect, joinTeam, newEmail, readInvitationLink, test } from "../harness/people.ts";
import { makeReadyBlueprint } from "../harness/scans.ts";

// The maximum length of a tag.
const tag = "<img src=x onerror=alert(1)><b>tag</b>";
const markup = (word: string) => `<img src=x onerror="document.title='${word}'"><b>${word}</b>`;

test("markup in every field is shown as typed, to teammates and visitors alike", async ({
  server,
  person,
  openWindow,
  openWindowOf,
}) => {
  const owner = await person({ name: markup("owner") });
  const teammate = await person({ name: markup("mate") });
  await joinTeam(server, owner, teammate, "editor");
  const blueprint = await makeReadyBlueprint(server, owner, "Plain");
  const page = await (await openWindowOf(owner)).newPage();

  await openEditor(page, blueprint);
  const name = page.getByLabel("Blueprint name");
  await name.fill(markup("name"));
  await name.press("Enter");
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "Details" });
  await details.getByLabel("Description").fill(markup("description"));
  await details.getByLabel("Tags").fill(`Harbour, ${tag}`);
  await details.getByRole("radio", { name: /^Scan / }).click();
  await details.getByRole("button", { name: "Save" }).click();
  await expect(details).toHaveCount(0);
  await placeAnchor(page);
  await describeAnchor(page, markup("title"), markup("text"));
  await expectSaved(page);
  await expect(anchorsOf(page)).toContainText([markup("title")]);

  const matePage = await (await openWindowOf(teammate, { teamId: owner.teamId })).newPage();
  await openEditor(matePage, blueprint);
  await expect(page.getByRole("list", { name: "People here" })).toContainText(markup("mate"));
  await expect(matePage.getByRole("list", { name: "People here" })).toContainText(markup("owner"));
  await anchorsOf(matePage).click();
  await expect(matePage.getByLabel("Text", { exact: true })).toHaveText(markup("text"));
  await expectNoMarkup(matePage);

  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  const link = await dialog.getByLabel("Link for visitors").inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expectNoMarkup(page);
  await page.getByRole("link", { name: "Back to blueprints" }).click();
  await expect(page.getByRole("link", { name: markup("name") })).toBeVisible();
  await page.getByLabel("Tag", { exact: true }).selectOption(`${tag} (1)`);
  await expect(page).toHaveURL(/[?&]tag=/);
  await expect(page.getByText(`Harbour, ${tag}`)).toBeVisible();
  await expectNoMarkup(page);

  const visit = await (await openWindow()).newPage();
  await visit.goto(link);
  await expectScanShown(visit);
  await expect(visit.getByRole("heading", { name: markup("name") })).toBeVisible();
  await visit
    .getByRole("listitem")
    .getByRole("button", { name: markup("title") })
    .click();
  await expect(visit.getByRole("region", { name: "Place", exact: true })).toContainText(markup("text"));
  await expectNoMarkup(visit);
  await visit.getByRole("link", { name: "Text version", exact: true }).click();
  await expect(visit.getByText(markup("text"))).toBeVisible();
  await expect(visit.getByText(markup("description"))).toBeVisible();
  await expect(visit.getByText(`Harbour, ${tag}`)).toBeVisible();
  await expectNoMarkup(visit);
});

test("markup in an invitation reaches the mail and its page as text", async ({
  server,
  person,
  openWindow,
  openWindowOf,
}) => {
  const owner = await person({ name: markup("owner") });
  const page = await (await openWindowOf(owner)).newPage();
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Invite a teammate" }).click();
  const email = newEmail();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Message").fill(markup("message"));
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  await expectNoMarkup(page);

  const link = await readInvitationLink(server, email);
  const mails = readdirSync(server.mailDir).map((file) => readFileSync(join(server.mailDir, file)));
  const parsed = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
  const html = parsed.find(({ to }) => to?.some(({ address }) => address === email))?.html ?? "";
  expect(html).toContain("message");
  expect(html).not.toMatch(/<(img|b)\b/);

  const guestPage = await (await openWindow()).newPage();
  await guestPage.goto(link);
  await expect(guestPage.getByRole("heading", { level: 1 })).toContainText(markup("owner"));
  await expectNoMarkup(guestPage);
});

/** Typed markup must not have become elements. */
async function expectNoMarkup(page: Page): Promise<void> {
  await expect(page.locator("img[src='x'], b")).toHaveCount(0);
}
