import type { FormAnswer } from "@blueprint/contract/form-answers";
import type { PublishedQuestion } from "@blueprint/contract/published-content";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { FormQuestion } from "./form-question.tsx";

function ask(kind: PublishedQuestion["kind"], answer?: FormAnswer, error?: string) {
  const onAnswer = vi.fn<(answer: FormAnswer | undefined) => void>();
  const question = { id: "q", label: "How was it?", kind, isRequired: true, options: ["Food", "Music"] };
  const { user } = renderScreen(<FormQuestion question={question} answer={answer} error={error} onAnswer={onAnswer} />);
  return { user, onAnswer };
}

it("answers with the typed text, and with nothing once it is deleted", async () => {
  const { user, onAnswer } = ask("short-text", "a");
  await user.type(screen.getByRole("textbox", { name: "How was it?" }), "b");
  expect(onAnswer).toHaveBeenLastCalledWith("ab");
  await user.clear(screen.getByRole("textbox"));
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("answers with a number", async () => {
  const { user, onAnswer } = ask("number");
  await user.type(screen.getByRole("spinbutton"), "7");
  expect(onAnswer).toHaveBeenLastCalledWith(7);
});

it("answers a rating with its number, and yes or no with a boolean", async () => {
  const rating = ask("rating");
  await rating.user.click(screen.getByRole("radio", { name: "4" }));
  expect(rating.onAnswer).toHaveBeenLastCalledWith(4);
  const yesNo = ask("yes-no", true);
  expect(screen.getByRole("radio", { name: "Yes" })).toHaveProperty("checked", true);
  await yesNo.user.click(screen.getByRole("radio", { name: "No" }));
  expect(yesNo.onAnswer).toHaveBeenLastCalledWith(false);
});

it("lists several choices in the order of the question, and none as no answer", async () => {
  const { user, onAnswer } = ask("choices", ["Music"]);
  await user.click(screen.getByRole("checkbox", { name: "Food" }));
  expect(onAnswer).toHaveBeenLastCalledWith(["Food", "Music"]);
  await user.click(screen.getByRole("checkbox", { name: "Music" }));
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("says what is wrong with an answer", () => {
  ask("choices", undefined, "Answer this question.");
  expect(screen.getByRole("alert").textContent).toBe("Answer this question.");
  expect(screen.getByRole("group", { description: "Answer this question." })).toBeDefined();
});
