import type { GuideNote } from "@blueprint/contract/conversations";
import type { FoundPassage } from "@blueprint/contract/guide";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Conversation, Exchange } from "../../../lib/live-ai/conversation.ts";
import type { LiveState } from "../../../lib/live-ai/live-client.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { DraftConversation } from "./draft-conversation.tsx";

const found = (kind: FoundPassage["kind"], id: string, title: string): FoundPassage => ({
  ...{ kind, id, title, text: `About ${title}` },
  matches: [],
});
const open: LiveState = { connection: "open", isReady: true, failure: null };

function converse(exchanges: readonly Exchange[], state: LiveState = open) {
  const conversation = {
    client: { subscribe: () => () => {}, getState: () => state },
    subscribe: () => () => {},
    getExchanges: () => exchanges,
    ask: vi.fn(),
    askAgain: vi.fn(),
    connect: vi.fn(),
  };
  return conversation as typeof conversation & Conversation;
}
const exchange = (id: number, change: Partial<Exchange>): Exchange => ({
  ...{ id, question: `Question ${id}`, isSpoken: false, state: "answered", answer: "" },
  ...change,
});

test("an answer names its sources, and what is in the scene can be shown", async () => {
  const guide: GuideNote = {
    state: "answered",
    sources: [found("anchor", "a", "Ticket desk"), found("fact", "f", "Wi-Fi")],
  };
  const run = vi.fn();
  const conversation = converse([exchange(1, { answer: "12 euros.", guide })]);
  const { user } = renderScreen(
    <DraftConversation
      conversation={conversation}
      service="ai.example.org"
      show={({ kind }) => (kind === "anchor" ? run : null)}
    />,
  );
  expect(screen.getByText("12 euros.")).toBeDefined();
  expect(screen.getByRole("list", { name: "Sources" }).children).toHaveLength(2);
  expect(screen.getByText(/are sent to ai\.example\.org/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show Ticket desk" }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Show Wi-Fi" })).toBeNull();
  await user.type(screen.getByLabelText("Question"), " And children? {Enter}");
  expect(conversation.ask).toHaveBeenCalledWith("And children?");
});

test("what isn't answered says why, with what was found; a lost one is asked again", async () => {
  const guide: GuideNote = { state: "unknown", found: [found("anchor", "a", "")] };
  const lost: LiveState = { connection: "closed", isReady: false, failure: "WebSocket connection failed" };
  const conversation = converse([exchange(1, { guide }), exchange(2, { state: "unanswered" })], lost);
  const { user } = renderScreen(<DraftConversation conversation={conversation} service="ai.example.org" />);
  expect(screen.getByText(/^The guide doesn't know that\./)).toBeDefined();
  expect(screen.getByRole("list", { name: "What was found" }).textContent).toContain("Untitled");
  await user.click(screen.getByRole("button", { name: "Ask again" }));
  expect(conversation.askAgain).toHaveBeenCalledWith(2);
  await user.click(screen.getByRole("button", { name: "Reconnect" }));
  expect(conversation.connect).toHaveBeenCalledOnce();
});
