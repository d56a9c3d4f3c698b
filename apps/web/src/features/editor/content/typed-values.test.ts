import { expect, it } from "vitest";
import { parseAddress } from "./typed-address.ts";
import { parseLines } from "./typed-lines.ts";
import { formatPrice, parsePrice } from "./typed-price.ts";

it("accepts a price with a point or a comma, in the currency's smallest unit, and shows it with its decimals", () => {
  expect(parsePrice("12,5", "EUR")).toEqual({ amountMinor: 1_250, currency: "EUR" });
  expect(parsePrice(" 19.99 ", "USD")).toEqual({ amountMinor: 1_999, currency: "USD" });
  expect(parsePrice("1200", "JPY")).toEqual({ amountMinor: 1_200, currency: "JPY" });
  expect(formatPrice({ amountMinor: 1_250, currency: "EUR" })).toBe("12.50");
  expect(formatPrice({ amountMinor: 1_200, currency: "JPY" })).toBe("1200");
  expect(formatPrice(null)).toBe("");
});

it("removes an emptied price, and waits while the text is not a price", () => {
  expect(parsePrice("  ", "EUR")).toBeNull();
  for (const text of ["-", "-1", "1.2.3", "ten"]) expect(parsePrice(text, "EUR")).toBeUndefined();
});

it("accepts an address with or without its scheme, but none that could run a script", () => {
  expect(parseAddress("example.org/lamp")).toBe("https://example.org/lamp");
  expect(parseAddress("http://example.org/")).toBe("http://example.org/");
  expect(parseAddress("mailto:ada@example.org")).toBe("mailto:ada@example.org");
  for (const text of ["", "  ", "javascript:alert(1)", "data:text/html,x", "not an address"])
    expect(parseAddress(text)).toBeNull();
});

it("reads one entry per line, without empty ones and up to the maximum", () => {
  expect(parseLines(" Red \n\nBlue\n", 5)).toEqual(["Red", "Blue"]);
  expect(parseLines("a\nb\nc", 2)).toEqual(["a", "b"]);
  expect(parseLines("x".repeat(300), 2)[0]).toHaveLength(200);
});
