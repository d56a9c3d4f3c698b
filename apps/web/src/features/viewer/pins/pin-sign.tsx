import { findSign, nameSign, type PinKind } from "../anchors/anchor-type-icons.ts";

/** What a pin shows: its chosen icon, otherwise that of its type; its number if this version knows neither. */
export function PinSign({ icon, type, number }: PinKind & { readonly number: number }) {
  const Icon = findSign(nameSign({ icon, type }));
  return Icon === undefined ? number : <Icon size={14} strokeWidth={2} aria-hidden="true" />;
}
