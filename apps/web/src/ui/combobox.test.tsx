import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { Combobox } from "./combobox.tsx";

const places = ["Bergen", "Bern", "Berlin"].map((label) => ({ id: label, label }));

function Search({ onChoose, onSubmit }: { onChoose: (label: string) => void; onSubmit: () => void }) {
  const [text, setText] = useState("");
  const found = places.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Combobox
        label="City"
        text={text}
        onText={setText}
        isAsked={text !== ""}
        options={found}
        onChoose={({ label }) => onChoose(label)}
        isSearching={false}
        nothing="No such city"
      />
    </form>
  );
}

function search() {
  const onChoose = vi.fn();
  const onSubmit = vi.fn();
  const { user } = renderScreen(<Search onChoose={onChoose} onSubmit={onSubmit} />);
  return { user, onChoose, onSubmit, input: screen.getByRole("combobox", { name: "City" }) };
}

const activeName = () => screen.queryByRole("option", { selected: true })?.textContent ?? null;

it("chooses the first result with Enter, without submitting the form around it", async () => {
  const { user, onChoose, onSubmit, input } = search();
  await user.type(input, "ber{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Bergen");
  expect(onSubmit).not.toHaveBeenCalled();
  expect(input.getAttribute("aria-expanded")).toBe("false");
});

it("goes through the results with the arrow keys, around both ends", async () => {
  const { user, onChoose, input } = search();
  await user.type(input, "ber{ArrowUp}");
  expect(activeName()).toBe("Berlin");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(activeName()).toBe("Bern");
  expect(input.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { name: "Bern" }).id);
  await user.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Bern");
});

it("forgets the active result when the text changes", async () => {
  const { user, onChoose, input } = search();
  await user.type(input, "be{ArrowDown}{ArrowDown}r");
  expect(activeName()).toBeNull();
  await user.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Bergen");
});

it("closes its list with Escape, and only then passes the key on", async () => {
  const onKeyDown = vi.fn();
  document.body.addEventListener("keydown", onKeyDown);
  const { user, input } = search();
  await user.type(input, "ber");
  onKeyDown.mockClear();
  await user.keyboard("{Escape}");
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(onKeyDown).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onKeyDown).toHaveBeenCalledOnce();
  document.body.removeEventListener("keydown", onKeyDown);
});

it("chooses a result by pointer without losing the focus", async () => {
  const { user, onChoose, input } = search();
  await user.type(input, "ber");
  await user.click(screen.getByRole("option", { name: "Berlin" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Berlin");
  expect(document.activeElement).toBe(input);
});

it("says how many results there are, or that there are none", async () => {
  const { user, input } = search();
  await user.type(input, "ber");
  expect(screen.getByRole("status").textContent).toBe("3 found. Use the arrow keys to choose.");
  await user.type(input, "x");
  expect(screen.getByRole("status").textContent).toBe("No such city");
});
