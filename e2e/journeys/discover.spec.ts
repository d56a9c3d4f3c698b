import { updateBlueprint } from "@blueprint/contract/blueprints";
import type { Industry } from "@blueprint/contract/users";
import { expect, type Person, test } from "../harness/people.ts";
import { makeReadyBlueprint, publish } from "../harness/scans.ts";
import { keepPicture } from "../harness/test.ts";

async function publishAt(
  server: { url: string },
  owner: Person,
  name: string,
  industry: Industry,
  [latitude, longitude]: readonly [number, number],
): Promise<void> {
  const blueprint = await makeReadyBlueprint(server, owner, name);
  const params = { blueprintId: blueprint.id };
  const place = { address: "1 Quay", latitude, longitude };
  await owner.api(updateBlueprint, { params, body: { industry, place, description: "Two floors by the water." } });
  await publish(owner, blueprint, 0, "public");
}

test("a visitor finds places despite a typing error, by facets, and near them, without sharing where they are", async ({
  person,
  openWindow,
  server,
  screens,
}) => {
  const owner = await person();
  await publishAt(server, owner, "Skerrywick museum", "museum", [60.393, 5.324]);
  await publishAt(server, owner, "Skerrywick café", "restaurant", [60.41, 5.35]);
  await publishAt(server, owner, "متحف Skerrywick", "museum", [47.37, 8.54]);
  const context = await openWindow();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const titles = page.getByRole("article").getByRole("heading");
  await page.goto("/discover?q=skerrywikc");
  await expect(titles).toHaveCount(3);

  await page.getByLabel("City", { exact: true }).selectOption("Bergen, Norway");
  await expect(titles).toHaveCount(2);
  await page.getByRole("button", { name: "Restaurant 1" }).click();
  await expect(titles).toHaveText(["Skerrywick café"]);
  await expect(page).toHaveURL(/city=Bergen/);
  await screens(page, (screen) => keepPicture(page, `discover ${screen.name}`));
  await page.goto("/discover?q=skerrywick&city=Bergen%2C+Norway&industry=museum");
  await expect(titles).toHaveText(["Skerrywick museum"]);
  await page.getByRole("button", { name: "Remove Bergen, Norway" }).click();
  await expect(titles).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Remove Museum" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Museum" }).click();
  await expect(titles).toHaveCount(3);

  // Nobody asks for a position before the click. A refusal is explained.
  const nearMe = page.getByRole("button", { name: "Near me" });
  await nearMe.click();
  await expect(page.getByText("Your browser didn’t share your position")).toBeVisible();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 47.376_512_3, longitude: 8.541_123_4 });
  await nearMe.click();
  await expect(titles.first()).toHaveText("متحف Skerrywick");
  await keepPicture(page, "discover near me");
  await expect(page.getByRole("article").first()).toContainText(/Distance\s*\d+ m/);
  await expect(nearMe).toHaveAttribute("aria-pressed", "true");
  expect(asked.filter((url) => url.includes("47.37"))).toEqual([]);
  expect(page.url()).not.toContain("47");

  // On a phone the facets are in a sheet.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("button", { name: "Museum 2" }).click();
  await expect(sheet.getByRole("button", { name: "Show 2 places" })).toBeVisible();
  await keepPicture(page, "discover sheet");
  await sheet.getByRole("button", { name: "Show 2 places" }).click();
  await expect(titles).toHaveCount(2);

  await page.goto("/discover?q=nothing+like+this&industry=museum");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await keepPicture(page, "discover nothing");
  await page.getByRole("button", { name: "Show all places" }).click();
  await expect(page).toHaveURL(/\/discover$/);
});
