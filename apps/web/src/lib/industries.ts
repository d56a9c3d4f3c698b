import type { Industry } from "@blueprint/contract/users";
import { industries } from "@blueprint/contract/users";
import {
  Bot,
  Building2,
  Hotel,
  House,
  Landmark,
  type LucideIcon,
  Shapes,
  ShoppingBag,
  UtensilsCrossed,
  Warehouse,
} from "lucide-react";

const names: Record<Industry, { readonly label: string; readonly icon: LucideIcon }> = {
  retail: { label: "Retail", icon: ShoppingBag },
  museum: { label: "Museum", icon: Landmark },
  hospitality: { label: "Hospitality", icon: Hotel },
  restaurant: { label: "Restaurant", icon: UtensilsCrossed },
  workplace: { label: "Workplace", icon: Building2 },
  property: { label: "Property", icon: House },
  warehouse: { label: "Warehouse", icon: Warehouse },
  robotics: { label: "Robotics", icon: Bot },
  other: { label: "Other", icon: Shapes },
};

/** Every industry with its name and icon, in the contract's order. */
export const industryOptions = industries.map((value) => ({ value, ...names[value] }));

export function toIndustryLabel(industry: Industry): string {
  return names[industry].label;
}
