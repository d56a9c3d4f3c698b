import { type AnchorType, anchorTypes } from "@blueprint/scene/anchor";
import {
  Box,
  FileText,
  Film,
  Footprints,
  Image,
  Info,
  Link2,
  type LucideIcon,
  MessageCircleQuestionMark,
  QrCode,
  ShoppingBag,
  TextCursorInput,
  TriangleAlert,
  Volume2,
} from "lucide-react";

/** What each kind of anchor is called and drawn as. */
export const anchorTypeLooks: Readonly<Record<AnchorType, { readonly label: string; readonly icon: LucideIcon }>> = {
  info: { label: "Info", icon: Info },
  image: { label: "Picture", icon: Image },
  video: { label: "Video", icon: Film },
  audio: { label: "Audio", icon: Volume2 },
  pdf: { label: "PDF page", icon: FileText },
  link: { label: "Link", icon: Link2 },
  product: { label: "Product", icon: ShoppingBag },
  model: { label: "3D model", icon: Box },
  form: { label: "Form", icon: TextCursorInput },
  "route-step": { label: "Route step", icon: Footprints },
  safety: { label: "Safety", icon: TriangleAlert },
  "guide-topic": { label: "Guide topic", icon: MessageCircleQuestionMark },
  "qr-spot": { label: "QR spot", icon: QrCode },
};

/** The types that can be chosen for an anchor. A sign's spot leads nowhere by itself: only one that is there keeps it. */
export function listTypeChoices(current: AnchorType): AnchorType[] {
  return anchorTypes.filter((type) => type !== "qr-spot" || type === current);
}

/** What visitors read of each direction, safety sign and availability, as keys of their catalogue. */
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

/** A price as people read it: in the currency's own number of decimals. */
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
