import { type AnchorType, anchorTypes } from "@blueprint/contract/anchor-values";
import type { LucideIcon } from "lucide-react";
import { anchorTypeIcons as icons } from "./anchor-type-icons.ts";

/** Label and icon of each anchor type. */
export const anchorTypeLooks: Readonly<Record<AnchorType, { readonly label: string; readonly icon: LucideIcon }>> = {
  info: { label: "Info", icon: icons.info },
  image: { label: "Picture", icon: icons.image },
  video: { label: "Video", icon: icons.video },
  audio: { label: "Audio", icon: icons.audio },
  pdf: { label: "PDF page", icon: icons.pdf },
  link: { label: "Link", icon: icons.link },
  product: { label: "Product", icon: icons.product },
  model: { label: "3D model", icon: icons.model },
  form: { label: "Form", icon: icons.form },
  "route-step": { label: "Route step", icon: icons["route-step"] },
  safety: { label: "Safety", icon: icons.safety },
  "guide-topic": { label: "Guide topic", icon: icons["guide-topic"] },
  "qr-spot": { label: "QR spot", icon: icons["qr-spot"] },
};

/**
 * Types to choose for an anchor. A sign's spot has no target by itself, so it is only offered to anchors that already
 * have it.
 */
export function listTypeChoices(current: AnchorType): AnchorType[] {
  return anchorTypes.filter((type) => type !== "qr-spot" || type === current);
}

/** Catalogue keys of the visitors' texts for each direction, safety sign and availability. */
export const directionTexts = {
  straight: "card.straight",
  left: "card.turnLeft",
  right: "card.turnRight",
  up: "card.goUp",
  down: "card.goDown",
  arrive: "card.arrived",
} as const;

export const safetyTexts = {
  exit: "card.exit",
  extinguisher: "card.extinguisher",
  "first-aid": "card.firstAid",
  defibrillator: "card.defibrillator",
  alarm: "card.alarm",
  "assembly-point": "card.assemblyPoint",
  hazard: "card.hazard",
  other: "card.safety",
} as const;

export const availabilityTexts = {
  "in-stock": "card.inStock",
  limited: "card.limited",
  "on-order": "card.onOrder",
  "sold-out": "card.soldOut",
} as const;

/** Formats a price with the currency's own number of decimals. */
export function formatPrice({ amountMinor, currency }: { amountMinor: number; currency: string }, locale?: string) {
  const digits = countMinorDigits(currency);
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amountMinor / 10 ** digits);
}

/** How many decimals a currency has: two for most, none for yen, three for some dinars. */
export function countMinorDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
