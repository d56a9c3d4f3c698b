import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

test.each([
  "?a=1&a=2",
  "?v=1.0",
  "?n=1e5",
  "?id=12345678901234567890",
  "?q=%22x%22",
  "?ref=123456",
  "?b=2&a=1&b=3",
  "?empty=&bare",
  "?plus=a+b&percent=a%20b",
  "?json=%7B%22a%22%3A1%7D&list=[1,2]",
  "?t=true&f=false&n=null",
  "?__proto__=x",
  "?broken=%E0%A4",
])("%s stays as it was written", (text) => {
  expect(stringifySearch(parseSearch(text))).toBe(text);
});

test("text stays text, whatever it looks like", () => {
  expect(parseSearch("?a=1.0&b=true&c=null&d=%22x%22&e=1&e=2")).toEqual({
    a: "1.0",
    b: "true",
    c: "null",
    d: '"x"',
    e: ["1", "2"],
  });
});

test("a link's values are written in canonical form, without undefined ones", () => {
  expect(stringifySearch({ text: 1, tags: ["a b", "c"], map: true, q: undefined })).toBe(
    "?text=1&tags=a+b&tags=c&map=true",
  );
  expect(stringifySearch({})).toBe("");
  parseSearch("?");
  expect(stringifySearch({})).toBe("");
});
