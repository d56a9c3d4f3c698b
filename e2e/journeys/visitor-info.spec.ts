import { getBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { expect, test } from "../harness/people.ts";
import { makeReadyBlueprint, publish } from "../harness/scans.ts";

test("a team states opening hours and facts, and visitors read them", async ({
  person,
  openWindowOf,
  server,
  page,
  judge,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  const owner = await person();
  const blueprint = await makeReadyBlueprint(server, owner, "Harbour museum");
  const params = { blueprintId: blueprint.id };
  await owner.api(updateBlueprint, { params, body: { timeZone: "Europe/Oslo" } });
  const teamPage = await (await openWindowOf(owner)).newPage();
  await teamPage.goto("/dashboard");
  const dialog = teamPage.getByRole("dialog", { name: "Opening hours and facts" });
  const day = (name: string) => dialog.getByRole("group", { name, exact: true });
  const open = async () => {
    await teamPage.getByRole("button", { name: "More actions for Harbour museum" }).click();
    await teamPage.getByRole("menuitem", { name: "Opening hours and facts" }).click();
  };
  const save = dialog.getByRole("button", { name: "Save" });

  await test.step("a day is filled in and copied to the days below", async () => {
    await open();
    await dialog.getByRole("button", { name: "Add opening hours" }).click();
    await day("Tuesday").getByRole("button", { name: "Add a time" }).click();
    await day("Tuesday").getByLabel("Opens").fill("10:00");
    await day("Tuesday").getByRole("button", { name: "Copy Tuesday to the days below" }).click();
    await day("Friday").getByRole("button", { name: "Add a time" }).click();
    await day("Friday").getByLabel("Opens").last().fill("16:00");
    await day("Friday").getByLabel("Closes").last().fill("22:00");
  });
  await test.step("days with other times, a note, and facts", async () => {
    await dialog.getByRole("button", { name: "Add special hours" }).click();
    await dialog.getByLabel("First day").fill("2099-12-24");
    await dialog.getByLabel("Reason").fill("Christmas Eve");
    await dialog.getByLabel("Note on opening hours").fill("Last admission 30 minutes before closing.");
    await dialog.getByRole("button", { name: "Add a fact" }).click();
    await dialog.getByLabel("Name").fill("Wi-Fi");
  });
  await test.step("what is missing or overlaps is named where it is", async () => {
    await save.click();
    await expect(day("Friday").getByRole("alert")).toHaveText("These times overlap.");
    await expect(dialog.getByRole("alert").filter({ hasText: "Must not be empty." })).toBeVisible();
    await judge(teamPage, "visitor-info-dialog");
    await day("Friday").getByLabel("Opens").last().fill("18:00");
    await dialog.getByLabel("What visitors should know").fill("Free, network “Museum”");
    await save.click();
    await expect(teamPage.getByText("Opening hours and facts saved", { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const saved = await owner.api(getBlueprint, { params });
    expect(saved.openingHours?.week.friday).toEqual([
      { opens: "10:00", closes: "17:00" },
      { opens: "18:00", closes: "22:00" },
    ]);
    expect(saved.openingHours?.differentDays).toEqual([
      { from: "2099-12-24", to: "2099-12-24", reason: "Christmas Eve", spans: [] },
    ]);
  });
  await test.step("the dialog shows them again, and saves no row that was removed", async () => {
    await open();
    await expect(day("Sunday").getByLabel("Opens")).toHaveValue("10:00");
    await day("Sunday").getByRole("button", { name: "Remove 10:00–17:00, Sunday" }).click();
    await expect(day("Sunday").getByText("Closed")).toBeVisible();
    await save.click();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("visitors read them once they are published", async () => {
    const { slug } = await publish(owner, blueprint, 0, "public");
    await page.goto(`/webxr?b=${slug}&text=1`);
    const hours = page.getByRole("region", { name: "Opening hours" });
    await expect(hours.getByText(/^(Open|Closed) now/)).toBeVisible();
    for (const [days, times] of [
      ["Monday", "closed"],
      ["Tuesday – Thursday", "10:00–17:00"],
      ["Friday", "10:00–17:00 and 18:00–22:00"],
      ["Saturday", "10:00–17:00"],
      ["Sunday", "closed"],
      ["Thursday, 24 December 2099 (Christmas Eve)", "closed"],
    ] as const) {
      await expect(hours.getByText(days, { exact: true }).locator("xpath=following-sibling::dd")).toHaveText(times);
    }
    await expect(page.getByRole("region", { name: "Good to know" })).toContainText("Free, network “Museum”");
    await judge(page, "visitor-info-text");
    await page.getByRole("button", { name: "Ask this place" }).click();
    await page.getByRole("button", { name: "Opening hours", exact: true }).click();
    const found = page.getByRole("list", { name: "What this place says" }).getByRole("listitem");
    await expect(found.first()).toContainText(/Today is .*(Open|Closed) now.*Monday: closed/s);
  });
});
