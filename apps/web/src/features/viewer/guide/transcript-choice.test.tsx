import { eraseTranscript } from "@blueprint/contract/guide-transcripts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Conversation } from "../../../lib/live-ai/conversation.ts";
import { answerWith, failWith } from "../../../testing/answer-network.ts";
import { TranscriptChoice } from "./transcript-choice.tsx";

function open() {
  const conversation = { transcriptId: null } as Conversation;
  const onChange = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TranscriptChoice slug="hall-1" conversation={conversation} onChange={onChange} />
    </QueryClientProvider>,
  );
  return { conversation, onChange, agree: screen.getByRole<HTMLInputElement>("checkbox"), user: userEvent.setup() };
}

test("nothing is kept until the visitor agrees; taking it back deletes what was kept, by its id", async () => {
  const { conversation, onChange, agree, user } = open();
  expect(agree.checked).toBe(false);
  await user.click(agree);
  const first = conversation.transcriptId;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(onChange).toHaveBeenLastCalledWith(true);
  answerWith(eraseTranscript, {});
  await user.click(agree);
  expect(conversation.transcriptId).toBeNull();
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Deleted\./));
  await user.click(agree);
  expect(conversation.transcriptId, "another conversation").not.toBe(first);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("what couldn't be deleted can be deleted again", async () => {
  const { conversation, agree, user } = open();
  await user.click(agree);
  const kept = conversation.transcriptId;
  failWith(eraseTranscript, "too-many-requests");
  await user.click(agree);
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/couldn’t be deleted/));
  expect(agree.checked).toBe(true);
  expect(conversation.transcriptId).toBe(kept);
});
