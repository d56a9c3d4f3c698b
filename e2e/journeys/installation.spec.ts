import { expect, test } from "../harness/people.ts";
import { makeBlueprint } from "../harness/scans.ts";

test("an operator finds people and teams, reads one for a reason, and sees how the installation does", async ({
  operator,
  person,
  openWindowOf,
  judge,
}) => {
  const owner = await person({ name: "Hanna Harbour" });
  await makeBlueprint(owner, "Harbour hall");
  const page = await (await openWindowOf(operator)).newPage();

  await page.goto("/workspace?part=health");
  await expect(page.getByText("Free on the server's disk")).toBeVisible();
  await page.getByRole("button", { name: "Look for them" }).click();
  await expect(page.getByText(/^0, 0 bytes, of/)).toBeVisible();
  await judge(page, "installation health");

  await page.getByRole("radio", { name: "People" }).click();
  await page.getByLabel("Name or address").fill(owner.email);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 person")).toBeVisible();
  await page.getByRole("button", { name: "Disable Hanna Harbour" }).click();
  await page.getByRole("button", { name: "Disable the account" }).click();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await judge(page, "installation people");
  await page.getByRole("button", { name: "Enable Hanna Harbour" }).click();
  await expect(page.getByRole("button", { name: "Disable Hanna Harbour" })).toBeVisible();

  await page.getByRole("radio", { name: "Teams" }).click();
  await page.getByLabel("Team, or a member's address").fill(owner.name);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 team", { exact: true })).toBeVisible();
  await judge(page, "installation teams");
  await page.getByRole("button", { name: "Enter Hanna Harbour" }).click();
  await page.getByLabel("Reason").fill("They asked why the hall does not load.");
  await judge(page, "installation enter");
  await page.getByRole("button", { name: "Enter for an hour" }).click();
  await expect(page.getByText(/^You read Hanna Harbour as an operator until/)).toBeVisible();
  await expect(page.getByText("Harbour hall").first()).toBeVisible();
  await judge(page, "installation visit");
  await page.getByRole("button", { name: "Leave now" }).click();
  await expect(page.getByText(/^You read Hanna Harbour/)).toBeHidden();
  await expect(page.getByText("Harbour hall")).toHaveCount(0);
});
