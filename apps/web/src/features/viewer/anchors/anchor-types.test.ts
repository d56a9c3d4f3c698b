import { expect, it } from "vitest";
import { countMinorDigits, formatPrice } from "./anchor-types.ts";

it("shows prices with the decimals of their currency", () => {
  expect(formatPrice({ amountMinor: 1_250, currency: "EUR" }, "en")).toBe("€12.50");
  expect(formatPrice({ amountMinor: 1_250, currency: "JPY" }, "en")).toBe("¥1,250");
  expect(countMinorDigits("BHD")).toBe(3);
  expect(countMinorDigits("???")).toBe(2);
});
