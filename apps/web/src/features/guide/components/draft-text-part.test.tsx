import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { draftTexts } from "../draft-texts.ts";
import { DraftTextPart } from "./draft-text-part.tsx";

const field = () => screen.getByRole("textbox", { name: /What visitors also call things here/ });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save in the draft" }));

test("a line that says nothing is named, and nothing is saved", () => {
  const onSave = vi.fn();
  render(<DraftTextPart {...draftTexts.otherWords} text="" onSave={onSave} />);
  fireEvent.change(field(), { target: { value: "Toilets: loo\nLift\nShop:" } });
  save();
  expect(screen.getByRole("alert").textContent).toBe("Lines 2, 3 need a name, a colon and at least one other word.");
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.change(field(), { target: { value: "Toilets: loo, WC\n" } });
  expect(screen.queryByRole("alert")).toBeNull();
  save();
  expect(onSave).toHaveBeenCalledWith("Toilets: loo, WC");
});

test("people who may only look see the list, and nothing where there is none", () => {
  const { container, rerender } = render(<DraftTextPart {...draftTexts.otherWords} text="" onSave={null} />);
  expect(container.textContent).toBe("");
  rerender(<DraftTextPart {...draftTexts.otherWords} text="Toilets: loo" onSave={null} />);
  expect(screen.getByText("Toilets: loo")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("more questions than the guide suggests, and one that is too long, are not saved", () => {
  const onSave = vi.fn();
  render(<DraftTextPart {...draftTexts.suggestedQuestions} text="" onSave={onSave} />);
  const questions = screen.getByRole("textbox", { name: /What visitors could ask first/ });
  fireEvent.change(questions, { target: { value: "a\nb\nc\n\nd\ne\nf" } });
  save();
  expect(screen.getByRole("alert").textContent).toBe("5 questions at most. These are 6.");
  fireEvent.change(questions, { target: { value: "x".repeat(301) } });
  save();
  expect(screen.getByRole("alert").textContent).toBe("A question has 300 characters at most.");
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.change(questions, { target: { value: "Where do I start?\n\nWhat is free?" } });
  save();
  expect(onSave).toHaveBeenCalledWith("Where do I start?\n\nWhat is free?");
});
