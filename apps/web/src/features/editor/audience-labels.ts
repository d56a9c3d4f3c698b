import { type Audience, audiences } from "@blueprint/contract/audiences";

export const audienceLabels: Readonly<Record<Audience, string>> = {
  visitor: "Visitors",
  staff: "Staff",
  contractor: "Contractors",
  robot: "Robots",
};

/** The audiences with one added or removed, always in the same order. */
export function toggleAudience(chosen: readonly Audience[], audience: Audience, isOn: boolean): Audience[] {
  return audiences.filter((one) => (one === audience ? isOn : chosen.includes(one)));
}
