import { anchorIcons } from "../anchor-icons.ts";

/** What a pin says: the icon somebody chose for it, otherwise its number. */
export function PinSign({ icon, number }: { readonly icon: string | null | undefined; readonly number: number }) {
  const Icon = typeof icon === "string" ? anchorIcons.get(icon)?.icon : undefined;
  return Icon === undefined ? number : <Icon size={14} strokeWidth={2} aria-hidden="true" />;
}
