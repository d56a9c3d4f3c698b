import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { OtherWordsPart } from "./other-words-form.tsx";

const field = () => screen.getByRole("textbox", { name: /What visitors also call things here/ });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save in the draft" }));

test("a line that says nothing is named, and nothing is saved", () => {
  const onSave = vi.fn();
  render(<OtherWordsPart text="" onSave={onSave} />);
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
  const { container, rerender } = render(<OtherWordsPart text="" onSave={null} />);
  expect(container.textContent).toBe("");
  rerender(<OtherWordsPart text="Toilets: loo" onSave={null} />);
  expect(screen.getByText("Toilets: loo")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
