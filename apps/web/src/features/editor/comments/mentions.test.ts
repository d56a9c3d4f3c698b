import { expect, it } from "vitest";
import { findMentions, findTypedName } from "./mentions.ts";

const people = [
  { userId: "1", name: "Ada" },
  { userId: "2", name: "Ada Byron" },
  { userId: "3", name: "Ben" },
];

it("finds whom a comment names: the longest name, each once, and nobody in the middle of a word", () => {
  expect(findMentions("@Ada Byron and @ben, look. @Ben?", people)).toEqual(["2", "3"]);
  expect(findMentions("@Adam or mail@example.org", people)).toEqual([]);
  expect(findMentions("@ada!", people)).toEqual(["1"]);
});

it("knows when a name is being typed", () => {
  expect(findTypedName("Look @Ad")).toBe("Ad");
  expect(findTypedName("Look @")).toBe("");
  expect(findTypedName("mail@example")).toBeNull();
  expect(findTypedName("Look")).toBeNull();
});
