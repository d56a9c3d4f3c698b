import { type EmbeddedNumbers, getEmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { embeddedTexts } from "../embedded-texts.ts";
import { EmbeddedNumbersScreen } from "./embedded-numbers-screen.tsx";

const hostile = `<img src=x onerror="alert(1)">`;

const numbers: EmbeddedNumbers = {
  place: { name: hostile, slug: "mill" },
  ...{ from: "2026-11-22", to: "2026-11-28", readAt: "2026-11-28T12:00:00.000Z" },
  figures: {
    totals: { visits: 1_234, visitors: 900, seconds: null },
    trend: [
      { at: "2026-11-27T00:00:00.000Z", visits: 1_230 },
      { at: "2026-11-28T00:00:00.000Z", visits: null },
    ],
    anchors: Array.from({ length: 12 }, (_, index) => ({
      ...{ id: `${index}`, title: index === 0 ? hostile : `Card ${index}` },
      ...{ count: 20 - index, seconds: null, visitors: index < 11 ? 12 : null },
    })),
    zones: [{ id: "hall", title: "", count: null, seconds: 3_700, visitors: 6 }],
    tours: [{ id: "short", title: "Short tour", stops: [{ stop: 0, visitors: 7 }] }],
    sources: [{ id: "", title: "", count: 12, seconds: null, visitors: 9 }],
    devices: [],
  },
};
const unvisited: EmbeddedNumbers = {
  ...numbers,
  place: { name: "Mill", slug: null },
  figures: { totals: { visits: 0, visitors: 0, seconds: 0 }, trend: [] },
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (language: "en" | "de" = "en") =>
  renderScreen(<EmbeddedNumbersScreen token="v1.numbers.x" texts={embeddedTexts[language]} />);
const letPass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const figureOf = (label: string) => screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;

it("shows what was chosen, with hostile names as text, and links to the place outside the frame", async () => {
  answerWith(getEmbeddedNumbers, numbers);
  const { user } = show();
  const link = await screen.findByRole("link", { name: `${hostile} (opens in a new tab)` });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/webxr?b=mill", "_blank"]);
  expect([figureOf("Visits"), figureOf("Visitors"), figureOf("Average time")]).toEqual([
    "1,234",
    "900",
    "–fewer than 5 visitors",
  ]);
  const days = within(screen.getByRole("table", { name: "Visits of each day" }));
  expect(days.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "Day (UTC)Visits",
    ...["22 Nov0", "23 Nov0", "24 Nov0", "25 Nov0", "26 Nov0", "27 Nov1,230", "28 Novfewer than 5 visitors"],
  ]);
  const cards = within(screen.getByRole("table", { name: "Cards opened" }));
  expect(cards.getAllByRole("row")).toHaveLength(9);
  expect(cards.getByRole("rowheader", { name: hostile })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all 12" }));
  expect(cards.getAllByRole("row").at(-1)?.textContent).toBe("Card 119<\u00a05fewer than 5");
  expect(screen.getByRole("row", { name: "Untitled 1 h 1 min 6" })).toBeTruthy();
  expect(screen.getByRole("row", { name: "No other site 12 9" })).toBeTruthy();
  expect(screen.getByRole("table", { name: "Short tour" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Devices" }).textContent).toContain("Nothing yet");
  expect(document.querySelector("img")).toBeNull();
});

it("speaks German where that is wanted", async () => {
  answerWith(getEmbeddedNumbers, numbers);
  show("de");
  await screen.findByRole("table", { name: "Geöffnete Karten" });
  expect([figureOf("Besuche"), figureOf("Zeit im Schnitt")]).toEqual(["1.234", "–weniger als 5 Besucher"]);
});

it("says that there are no visits, or too few", async () => {
  answerWith(getEmbeddedNumbers, unvisited);
  show();
  expect(await screen.findByText("No visits yet")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Mill" }).querySelector("a")).toBeNull();
  answerWith(getEmbeddedNumbers, {
    ...unvisited,
    figures: { totals: { visits: null, visitors: null, seconds: null } },
  });
  await letPass(50_000);
  expect(await screen.findByText("Fewer than 5 visitors")).toBeTruthy();
});

it("asks again each minute while it is visible, and not while it is hidden", async () => {
  answerWith(getEmbeddedNumbers, numbers);
  show();
  await screen.findByText("1,234");
  await letPass(50_000);
  expect(listSent(getEmbeddedNumbers)).toHaveLength(2);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await letPass(600_000);
  expect(listSent(getEmbeddedNumbers)).toHaveLength(2);
  visibility.mockReturnValue("visible");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await letPass(0);
  expect(listSent(getEmbeddedNumbers)).toHaveLength(3);
  visibility.mockRestore();
});

it("takes the numbers away once the token has ended, and asks no more", async () => {
  answerWith(getEmbeddedNumbers, numbers);
  show();
  await screen.findByText("1,234");
  failWith(getEmbeddedNumbers, "embed-token-ended");
  await letPass(50_000);
  expect(await screen.findByText("These numbers are no longer shown here")).toBeTruthy();
  expect(screen.queryByText("1,234")).toBeNull();
  await letPass(600_000);
  expect(listSent(getEmbeddedNumbers)).toHaveLength(2);
});

it("keeps what it has while the server can't be reached, and says so", async () => {
  failWith(getEmbeddedNumbers, "service-unavailable");
  const { user } = show();
  expect(await screen.findByText("The numbers couldn’t be loaded")).toBeTruthy();
  answerWith(getEmbeddedNumbers, numbers);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("1,234");
  failWith(getEmbeddedNumbers, "service-unavailable");
  await letPass(50_000);
  expect(await screen.findByText("They couldn’t be updated since.")).toBeTruthy();
  expect(screen.getByText("1,234")).toBeTruthy();
});

it("says what to do about a broken address", async () => {
  failWith(getEmbeddedNumbers, "embed-token-invalid");
  show();
  expect(await screen.findByText("These numbers can’t be shown here")).toBeTruthy();
});
