import type { AnchorType } from "@blueprint/contract/anchor-values";
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
import { anchorIcons } from "./anchor-icons.ts";

/** Icon of each anchor type. */
export const anchorTypeIcons: Readonly<Record<AnchorType, LucideIcon>> = {
  info: Info,
  image: Image,
  video: Film,
  audio: Volume2,
  pdf: FileText,
  link: Link2,
  product: ShoppingBag,
  model: Box,
  form: TextCursorInput,
  "route-step": Footprints,
  safety: TriangleAlert,
  "guide-topic": MessageCircleQuestionMark,
  "qr-spot": QrCode,
};

const typeIcons: ReadonlyMap<string, LucideIcon> = new Map(Object.entries(anchorTypeIcons));

/** The properties that determine a pin's icon. */
export interface PinKind {
  /** One of `anchorIcons`. */
  readonly icon?: string | null | undefined;
  readonly type: string;
}

/** The name of a pin's icon: the chosen one, otherwise its type's; null for a type of a later version. */
export function nameSign({ icon, type }: PinKind): string | null {
  if (typeof icon === "string" && anchorIcons.has(icon)) return icon;
  return typeIcons.has(type) ? type : null;
}

/** The icon behind a name from `nameSign`. */
export function findSign(name: string | null): LucideIcon | undefined {
  return name === null ? undefined : (anchorIcons.get(name)?.icon ?? typeIcons.get(name));
}
