import type { Anchor } from "@blueprint/scene/anchor";
import { countMinorDigits } from "../../viewer/viewer.ts";

type Price = Anchor["price"];

/** A price as the field shows it: in the currency's main unit, with all its decimals. */
export function formatPrice(price: Price): string {
  if (price === null) return "";
  const digits = countMinorDigits(price.currency);
  return (price.amountMinor / 10 ** digits).toFixed(digits);
}

/** @returns null for an empty field, undefined for a text that isn't a price (yet) */
export function parsePrice(text: string, currency: string): Price | undefined {
  if (text.trim() === "") return null;
  const amount = Number(text.replace(",", "."));
  if (!Number.isFinite(amount) || amount < 0) return undefined;
  return { amountMinor: Math.round(amount * 10 ** countMinorDigits(currency)), currency };
}
