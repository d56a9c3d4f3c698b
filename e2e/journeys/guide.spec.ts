import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Page } from "@playwright/test";
import { expectSaved, expectScanShown, sceneOf } from "../harness/editor.ts";
import { publishFullHouse, readDraft } from "../harness/full-house.ts";
import { expect, test } from "../harness/people.ts";
import { publish } from "../harness/scans.ts";
import { keepPicture } from "../harness/test.ts";

let house: Blueprint;

test.beforeAll(async ({ server, operator }) => {
  house = await publishFullHouse(server, operator);
});

const phone = { width: 390, height: 844 };

async function openPlace(page: Page, search = ""): Promise<void> {
  await page.goto(`/webxr?b=${house.slug}${search}`);
  await expectScanShown(page);
  await expect(sceneOf(page)).toHaveAttribute("data-camera", /,/);
}

const cameraOf = async (page: Page) => (await sceneOf(page).getAttribute("data-camera"))!;

test("a visitor asks the place with a typing error and is shown what they asked for", async ({ page, axe }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/search$|place-guide|visit-guide/.test(request.url())) asked.push(request.url());
  });
  await openPlace(page);
  expect(asked, "nothing of the guide is fetched before it is opened").toEqual([]);
  const guide = page.getByRole("region", { name: "Ask this place" });
  const question = guide.getByRole("searchbox", { name: "Your question" });
  const answers = guide.getByRole("list", { name: "What this place says" });
  const ask = async (text: string) => {
    await question.fill(text);
    await question.press("Enter");
  };
  await test.step("it opens by key, and suggests what the place has", async () => {
    await page.keyboard.press("g");
    await expect(question).toBeFocused();
    await expect(question).toHaveValue("");
    await expect(guide.getByRole("button", { name: "Round trip through all rooms" })).toBeVisible();
    await keepPicture(page, "guide-suggestions");
  });
  await test.step("an anchor, with the found words marked", async () => {
    await ask("are you oppen on Sunday?");
    await expect(answers.getByRole("heading", { name: "Welcome and opening hours" })).toBeVisible();
    await expect(answers.getByRole("listitem").first().locator("mark").first()).toBeVisible();
    await axe(page);
    const before = await cameraOf(page);
    await answers.getByRole("button", { name: "Show me: Welcome and opening hours" }).click();
    await expect(page.getByRole("region", { name: "Place", exact: true })).toContainText("Tuesday to Sunday");
    await expect(sceneOf(page)).not.toHaveAttribute("data-camera", before);
    await expect(guide.getByRole("status").filter({ hasText: "Showing Welcome and opening hours" })).toBeVisible();
    await keepPicture(page, "guide-answers");
  });
  await test.step("a view", async () => {
    await ask("across the room");
    await answers.getByRole("button", { name: "Show me: Across room 1" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "fly");
  });
  await test.step("a zone, highlighted", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await ask("room 1");
    const before = await cameraOf(page);
    await answers.getByRole("button", { name: "Show me: Room 1" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "orbit");
    await expect(sceneOf(page)).not.toHaveAttribute("data-camera", before);
    await expect(page.getByRole("region", { name: "Place", exact: true }), "the card of another place").toBeHidden();
    await axe(page);
    await keepPicture(page, "guide-zone");
  });
  await test.step("a tour", async () => {
    await ask("round trip");
    await answers.getByRole("button", { name: "Start the tour: Round trip through all rooms" }).click();
    await expect(page.getByRole("region", { name: "Tour Round trip through all rooms" })).toBeVisible();
  });
  await test.step("what isn't there is said to be missing", async () => {
    await ask("Is there a swimming pool?");
    await expect(guide.getByRole("status")).toContainText("Nothing here answers “Is there a swimming pool?”.");
    await expect(answers).toBeHidden();
  });
});

test("on a phone the guide is in the sheet, and comes back when the card is closed", async ({ page, axe }) => {
  await page.setViewportSize(phone);
  await openPlace(page, "&lang=de");
  await page.getByRole("button", { name: "Fragen zu diesem Ort" }).click();
  const guide = page.getByRole("region", { name: "Fragen zu diesem Ort" });
  await expect(guide.getByRole("button", { name: "Round trip through all rooms" })).toBeVisible();
  await guide.getByRole("searchbox", { name: "Ihre Frage" }).fill("offnungszeiten");
  await guide.getByRole("button", { name: "Fragen", exact: true }).click();
  await expect(guide.getByRole("heading", { name: "Willkommen und Öffnungszeiten" })).toBeVisible();
  await axe(page);
  await keepPicture(page, "guide-phone");
  await guide.getByRole("button", { name: "Zeigen: Willkommen und Öffnungszeiten" }).click();
  const card = page.getByRole("region", { name: "Punkt", exact: true });
  await expect(card).toContainText("Dienstag bis Sonntag");
  await expect(guide).toBeHidden();
  await card.getByRole("button", { name: "Schließen" }).click();
  await expect(guide.getByRole("heading", { name: "Willkommen und Öffnungszeiten" })).toBeVisible();
});

test("a visitor is shown the way to what they asked for: on the floor, on the plan, and on a phone", async ({
  page,
  axe,
}) => {
  await openPlace(page);
  await page.keyboard.press("g");
  const guide = page.getByRole("region", { name: "Ask this place" });
  await guide.getByRole("searchbox", { name: "Your question" }).fill("quiet room");
  await page.keyboard.press("Enter");
  const way = page.getByRole("region", { name: "Route", exact: true });
  await test.step("on the floor", async () => {
    const before = await cameraOf(page);
    await guide.getByRole("button", { name: "Show route: Room 1" }).click();
    await expect(way.getByRole("heading", { name: "Route to Room 1" })).toBeFocused();
    await expect(way.getByRole("status")).toHaveText(/^\d+ m on foot, step-free$/);
    await expect(sceneOf(page)).not.toHaveAttribute("data-camera", before);
    await axe(page);
    await keepPicture(page, "guide-way");
  });
  await test.step("on the plan", async () => {
    await page.getByRole("radio", { name: "Plan" }).click();
    await expect(page.locator("[data-route]")).toBeVisible();
    await keepPicture(page, "guide-way-plan");
  });
  await test.step("and to its end", async () => {
    await way.getByLabel("Step-free only").check();
    await expect(way.getByRole("status")).toHaveText(/^\d+ m on foot, step-free$/);
    await way.getByRole("button", { name: "Go there" }).click();
    await expect(sceneOf(page)).toHaveAttribute("data-view-mode", "walk");
    await keepPicture(page, "guide-way-walk");
    await way.getByRole("button", { name: "Close route" }).click();
    await expect(way).toBeHidden();
  });
  await test.step("from a card, on a phone", async () => {
    await page.setViewportSize(phone);
    await openPlace(page, "&anchor=rulers");
    await page.getByRole("button", { name: "Show route" }).click();
    await expect(way.getByRole("status")).toHaveText(/^\d+ m on foot, (step-free|with steps)$/);
    await axe(page);
    await keepPicture(page, "guide-way-phone");
  });
});

test("the text version answers too, and jumps to what it found", async ({ page, axe }) => {
  await page.goto(`/webxr?b=${house.slug}&text=1`);
  await page.getByRole("button", { name: "Ask this place" }).click();
  const guide = page.getByRole("region", { name: "Ask this place" });
  await guide.getByRole("searchbox", { name: "Your question" }).fill("quiet room");
  await guide.getByRole("button", { name: "Ask", exact: true }).click();
  await guide.getByRole("button", { name: "Show me: Room 1" }).click();
  const heading = page.getByRole("heading", { name: "Room 1", exact: true }).last();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await axe(page);
  await keepPicture(page, "guide-text");
});

test("what a place doesn't answer is kept for its team where it says so, and becomes an anchor", async ({
  page,
  server,
  operator,
  openWindowOf,
  judge,
}) => {
  const question = "Where can I buy 100 % cotton towels?";
  const teamPage = await (await openWindowOf(operator)).newPage();
  const studio = `/blueprints/${house.id}/ai-studio`;
  const asked = teamPage.getByRole("region", { name: "What visitors ask" });
  const readHouse = () => readDraft(server, operator, house);
  const ask = async (text: string) => {
    await page.goto(`/webxr?b=${house.slug}&text=1`);
    await page.getByRole("button", { name: "Ask this place" }).click();
    const guide = page.getByRole("region", { name: "Ask this place" });
    await guide.getByRole("searchbox", { name: "Your question" }).fill(text);
    await guide.getByRole("searchbox", { name: "Your question" }).press("Enter");
    return guide;
  };
  await test.step("the team decides in the studio, and visitors read it once it is published", async () => {
    const guide = await ask(question);
    await expect(guide.getByRole("status")).toContainText("Nothing here answers");
    await expect(guide.getByText("It isn’t stored.")).toBeVisible();
    await teamPage.goto(studio);
    await asked.getByRole("checkbox", { name: /^Keep them for the team/ }).check();
    await expect(asked.getByText("None so far.")).toBeVisible();
    await expect(teamPage.getByText("Saved in the draft. Publish to use it.", { exact: true })).toBeVisible();
    const suggested = teamPage.getByRole("region", { name: "Suggestions" });
    await suggested.getByRole("textbox").fill("Where does the walk begin?");
    await suggested.getByRole("button", { name: "Save in the draft" }).click();
    const saved = { unansweredQuestions: "keep", suggestedQuestions: "Where does the walk begin?" };
    await expect.poll(async () => (await readHouse()).settings).toMatchObject(saved);
    await publish(operator, house, 1);
    await page.goto(`/webxr?b=${house.slug}&text=1`);
    await page.getByRole("button", { name: "Ask this place" }).click();
    const suggestions = page.getByRole("region", { name: "You could ask" }).getByRole("button");
    await expect(suggestions.first()).toHaveText("Where does the walk begin?");
    await expect((await ask(question)).getByText(/the place’s team keeps it for 90 days/)).toBeVisible();
    await expect(page.getByRole("status").first()).toContainText("Nothing here answers");
  });
  await test.step("they appear in the open studio, with what came of visitors' questions", async () => {
    const list = asked.getByRole("list", { name: "Without an answer" });
    await expect(list.getByRole("listitem")).toContainText([question]);
    await expect(list).toContainText("Asked once, nothing found. Last on");
    await expect(asked.getByRole("row", { name: /Searches that found something/ })).toContainText(/ of \d+ \(\d+ %\)/);
    await judge(teamPage, "guide-studio-questions");
  });
  await test.step("one click begins the anchor that answers it, and visitors find that", async () => {
    await asked.getByRole("link", { name: `Make an anchor: ${question}` }).click();
    await expect(teamPage.getByText(`Answering “${question}”: click a surface to place the anchor.`)).toBeVisible();
    expect(new URL(teamPage.url()).hash).toBe("");
    await keepPicture(teamPage, "guide-question-to-place");
    await teamPage.getByRole("button", { name: "Place at the centre of the view" }).click();
    await expect(teamPage.getByLabel("Title", { exact: true })).toHaveValue(question);
    await expect(teamPage.getByText(/^Answering “/)).toHaveCount(0);
    await expectSaved(teamPage);
    const made = (await readHouse()).anchors.find(({ title }) => title === question);
    expect(made).toMatchObject({ type: "guide-topic", topicQuestions: [question] });
  });
  await test.step("a question that is dealt with goes", async () => {
    await teamPage.goto(studio);
    await asked.getByRole("button", { name: `Done: ${question}` }).click();
    await expect(asked.getByText("None so far.")).toBeVisible();
  });
});
