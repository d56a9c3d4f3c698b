import { getBlueprint, listBlueprints, updateBlueprint } from "@blueprint/contract/blueprints";
import type { Locator, Page } from "@playwright/test";
import { StreetMapServer } from "../../apps/web/src/lib/testing/street-map-server.ts";
import { embedSettings } from "../harness/embed-settings.ts";
import { tabTo } from "../harness/keyboard.ts";
import { expect, type Person, test } from "../harness/people.ts";
import { makeReadyBlueprint, publish } from "../harness/scans.ts";

const mapsPort = 18_732;
const mapsOrigin = `http://127.0.0.1:${mapsPort}`;

// As npm start sets it where an external map service is configured.
test.use({ serverSettings: { CONNECT_ORIGINS: mapsOrigin } });

/** Embeds the settings of a build with a maps key. */
const configureMaps = (page: Page) =>
  embedSettings(page, { VITE_MAPS_KEY: "right-key", VITE_MAPS_ENDPOINT: mapsOrigin });

const citySearch = (page: Page) => page.getByRole("combobox", { name: "Find a city" });
const pinOf = (page: Page) => page.getByRole("button", { name: /^Pin at/ });
const found = (page: Page) => page.getByRole("listbox", { name: "Found" }).getByRole("option");
const readNumber = async (field: Locator) => Number(await field.inputValue());

/** Creates a public blueprint with a location. */
async function publishAt(
  server: { url: string },
  owner: Person,
  name: string,
  latitude: number,
  longitude: number,
): Promise<string> {
  const blueprint = await makeReadyBlueprint(server, owner, name);
  const params = { blueprintId: blueprint.id };
  await owner.api(updateBlueprint, { params, body: { place: { address: "1 Quay", latitude, longitude } } });
  return (await publish(owner, blueprint, 0, "public")).slug;
}

test("a venue is placed on the map by search, mouse and keyboard, and moved later", async ({
  person,
  openWindowOf,
  server,
  screens,
}) => {
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && /^https?:/.test(request.url())) outside.push(request.url());
  });
  await page.goto("/create-blueprint");
  await page.getByLabel("Name").fill("Harbour hall");
  // The map loads nothing before it comes near the screen.
  await tabTo(page, citySearch(page));
  await page.keyboard.type("BERGEN, nor");
  await expect(found(page).first()).toContainText("Bergen, Norway");
  await page.keyboard.press("ArrowDown");
  await expect(citySearch(page)).toHaveAttribute(
    "aria-activedescendant",
    (await found(page).first().getAttribute("id"))!,
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("Bergen, Norway");
  const latitude = page.getByLabel("Latitude");
  const longitude = page.getByLabel("Longitude");
  await expect(latitude).toHaveValue("60.393");
  await expect(longitude).toHaveValue("5.324");

  await pinOf(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Map to set the pin on" })).toBeVisible();
  await expect(page.getByRole("link", { name: "GeoNames" })).toBeVisible();
  await expect(pinOf(page)).toBeInViewport();
  await screens(page);

  // By mouse: right is east, down is south.
  // Hovering waits until the map is at rest.
  await pinOf(page).hover();
  const box = (await pinOf(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  const dragged = [await readNumber(latitude), await readNumber(longitude)] as const;
  expect(dragged[0]).toBeLessThan(60.393);
  expect(dragged[1]).toBeGreaterThan(5.324);

  // By keyboard: eight steps make one long step.
  await tabTo(page, pinOf(page));
  for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowLeft");
  const nudged = await readNumber(longitude);
  expect(nudged).toBeLessThan(dragged[1]);
  await page.keyboard.press("Shift+ArrowRight");
  expect(await readNumber(longitude)).toBeCloseTo(dragged[1], 4);
  await page.keyboard.press("ArrowUp");
  expect(await readNumber(latitude)).toBeGreaterThan(dragged[0]);
  const place = {
    address: "Bergen, Norway",
    latitude: await readNumber(latitude),
    longitude: await readNumber(longitude),
  };
  await page.getByRole("button", { name: "Create blueprint" }).click();
  await expect(page).toHaveURL(/\/blueprint-editor\/./);
  const { blueprints } = await owner.api(listBlueprints, { query: { teamId: owner.teamId } });
  expect(blueprints).toMatchObject([{ name: "Harbour hall", place }]);

  await page.getByRole("button", { name: "Address and place" }).click();
  const dialog = page.getByRole("dialog", { name: "Address and place" });
  await expect(latitude).toHaveValue(String(place.latitude));
  await citySearch(page).fill("zzzzz");
  await expect(dialog.getByText("No matching cities.").first()).toBeVisible();
  // The first Escape closes the results, not the dialog around them.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expect(citySearch(page)).toHaveAttribute("aria-expanded", "false");
  await latitude.fill("95");
  await expect(dialog.getByText("Enter a number from −90 to 90.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await latitude.fill("46.948, 7.4474");
  await expect(longitude).toHaveValue("7.4474");
  await dialog.getByLabel("Time zone").selectOption("Europe/Zurich");
  await dialog.getByLabel("Floor area in m²").fill("420.5");
  await screens(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const moved = await owner.api(getBlueprint, { params: { blueprintId: blueprints[0]!.id } });
  expect(moved).toMatchObject({ timeZone: "Europe/Zurich", floorAreaSquareMetres: 420.5, placeId: null });
  expect(moved.place).toEqual({ address: "Bergen, Norway", latitude: 46.948, longitude: 7.4474 });
  expect(outside).toEqual([]);
});

test("public places are pins beside their list, reached by mouse and keyboard", async ({
  person,
  openWindow,
  server,
  screens,
}) => {
  const owner = await person();
  await publishAt(server, owner, "Fjordmark museum", 60.393, 5.324);
  await publishAt(server, owner, "Fjordmark café", 60.41, 5.35);
  const slug = await publishAt(server, owner, "Fjordmark south", 47.37, 8.54);
  const page = await (await openWindow()).newPage();
  await page.goto("/discover?q=fjordmark");
  const map = page.getByRole("region", { name: "Map of places" }).first();
  await expect(map.getByText("3 places with a pin.")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(3);

  const cluster = page.getByRole("button", { name: /^2 places: / });
  await expect(cluster).toBeVisible();
  await screens(page);
  await cluster.click();
  await expect(page.getByRole("button", { name: "Fjordmark museum" })).toBeVisible();
  await expect(cluster).toHaveCount(0);

  const pin = page.getByRole("button", { name: "Fjordmark café" });
  await tabTo(page, pin);
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("region", { name: "Selected on the map" });
  await expect(chosen.getByRole("link", { name: "Open Fjordmark café" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);
  await expect(pin).toBeFocused();

  // The search applies to both list and map.
  await page.getByLabel("Search places").fill("fjordmark south");
  await expect(map.getByText("1 place with a pin.")).toBeVisible();
  await page.getByRole("button", { name: "Fjordmark south" }).click();
  await chosen.getByRole("link", { name: "Open Fjordmark south" }).click();
  await expect(page).toHaveURL(new RegExp(`/webxr\\?b=${slug}`));

  await page.goto(`/webxr?b=${slug}&text=1`);
  await expect(page.getByText("47.37000° N, 8.54000° E")).toBeVisible();
  await expect(page.getByRole("region", { name: "Map with Fjordmark south" })).toBeVisible();

  // A phone shows one below the other, and no map before it is requested.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/discover?q=fjordmark");
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.locator("[data-map]")).toHaveCount(0);
  await page.getByRole("radio", { name: "Map" }).click();
  await expect(page).toHaveURL(/map=true/);
  await expect(page.getByRole("button", { name: "Fjordmark south" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("with a maps key, streets are shown and found; without a response, the built-in map takes over and says so", async ({
  person,
  openWindowOf,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/);
  await using streets = await StreetMapServer.start(mapsPort);
  const owner = await person();
  const page = await (await openWindowOf(owner)).newPage();
  await configureMaps(page);
  const search = page.getByRole("combobox", { name: "Find an address or a city" });
  const setPin = page.getByRole("button", { name: "Set pin at map centre" });

  await page.goto("/create-blueprint");
  await setPin.scrollIntoViewIfNeeded();
  await expect(page.locator("[data-map='streets']")).toBeVisible();
  await expect(page.getByRole("link", { name: "© MapTiler" })).toBeVisible();
  await expect.poll(() => streets.requests.some((path) => path.startsWith("/tiles/v3/0/0/0.pbf"))).toBe(true);
  expect(streets.requests[0]).toBe("/maps/streets-v2/style.json?key=right-key");
  await search.fill("bryggen 1");
  await expect(found(page)).toHaveText(["Bryggen 1, 5003 Bergen, Norway"]);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Latitude")).toHaveValue("60.39755");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("Bryggen 1, 5003 Bergen, Norway");
  await expect(pinOf(page)).toBeInViewport();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => streets.requests).toContain("/maps/streets-v2-dark/style.json?key=right-key");

  await page.goto("/search?q=bryggen");
  await expect(page.getByRole("heading", { name: "On the map, not here yet" })).toBeVisible();
  await page.getByRole("link", { name: "Create Bryggen", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Bryggen");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("Bergen, Norway");
  await expect(page.getByLabel("Latitude")).toHaveValue("60.3979");

  streets.failing = "/geocoding";
  await search.fill("bergen, norway");
  await expect(found(page).first()).toContainText("Bergen, Norway");
  await expect(
    page.getByText("The map service isn't responding, so you can only search cities.").first(),
  ).toBeVisible();

  for (const failing of ["/maps", "/tiles"]) {
    streets.failing = failing;
    await page.goto("/create-blueprint");
    await setPin.scrollIntoViewIfNeeded();
    await expect(page.getByText("The street map isn't responding. This is the built-in world map")).toBeVisible();
    await expect(page.locator("[data-map='built-in']")).toBeVisible();
    await expect(page.getByRole("link", { name: "GeoNames" })).toBeVisible();
  }
});
