import { expect, it } from "vitest";
import { completeName, findMentions, offerNames } from "./mentions.ts";

const people = [
  { userId: "1", name: "Ada" },
  { userId: "2", name: "Ada Byron" },
  { userId: "3", name: "Ben" },
];

it("finds the people a comment mentions: the longest name, each once, and nobody in the middle of a word", () => {
  expect(findMentions("@Ada Byron and @ben, look. @Ben?", people)).toEqual(["2", "3"]);
  expect(findMentions("@Adam or mail@example.org", people)).toEqual([]);
  expect(findMentions("@ada!", people)).toEqual(["1"]);
});

it("suggests matching names while one is being typed, and no others", () => {
  const offered = (text: string) => offerNames(text, people).map(({ name }) => name);
  expect(offered("Look @ad")).toEqual(["Ada", "Ada Byron"]);
  expect(offered("Look @")).toEqual(["Ada", "Ada Byron", "Ben"]);
  expect(offered("Look @Ada")).toEqual(["Ada Byron"]);
  expect(offered("mail@ad")).toEqual([]);
  expect(offered("Look")).toEqual([]);
  const crowd = Array.from({ length: 20 }, (_, number) => ({ userId: `${number}`, name: `Ada ${number}` }));
  expect(offerNames("@a", crowd)).toHaveLength(6);
});

it("replaces the typed part with the chosen name", () => {
  expect(completeName("Look @ad", "Ada Byron")).toBe("Look @Ada Byron ");
  expect(completeName("@", "Ben")).toBe("@Ben ");
});
