import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { VoiceAndLanguages } from "./voice-and-languages.tsx";

const voices = ["Charon", "Puck"];

test("a voice and languages are chosen, in the order of choosing", () => {
  const onSave = vi.fn();
  const { rerender } = renderScreen(<VoiceAndLanguages voice="" languages="" onSave={onSave} voices={voices} />);
  expect(screen.getByText("The guide answers in the language of the question.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Voice"), { target: { value: "Puck" } });
  expect(onSave).toHaveBeenCalledWith({ guideVoice: "Puck" });
  rerender(<VoiceAndLanguages voice="Puck" languages="de" onSave={onSave} voices={voices} />);
  expect(screen.getByText("The guide answers in German only.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Add a language"), { target: { value: "ar" } });
  expect(onSave).toHaveBeenLastCalledWith({ guideLanguages: "de\nar" });
  rerender(<VoiceAndLanguages voice="Puck" languages={"de\nar\nxx"} onSave={onSave} voices={voices} />);
  expect(screen.getByText("The guide answers questions in other languages in German.")).toBeDefined();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["German", "Arabic"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove German" }));
  expect(onSave).toHaveBeenLastCalledWith({ guideLanguages: "ar" });
});

test("a voice that is no longer offered is the installation's; nobody chooses one where nobody can speak", () => {
  const { rerender } = renderScreen(<VoiceAndLanguages voice="Gone" languages="" onSave={vi.fn()} voices={voices} />);
  expect(screen.getByLabelText<HTMLSelectElement>("Voice").value).toBe("");
  rerender(<VoiceAndLanguages voice="" languages="" onSave={vi.fn()} voices={[]} />);
  expect(screen.queryByLabelText("Voice")).toBeNull();
});

test("people who may only look see what is chosen", () => {
  renderScreen(<VoiceAndLanguages voice="Puck" languages="de" onSave={null} voices={voices} />);
  expect(screen.getByLabelText<HTMLSelectElement>("Voice").disabled).toBe(true);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByLabelText("Add a language")).toBeNull();
});
