import type { DifferentDays, OpeningHours, VenueFact } from "@blueprint/contract/opening-hours";

/** With a key each, so that rows keep their fields when others go. */
export type Keyed<T> = T & { readonly key: string };

export interface HoursDraft {
  readonly week: OpeningHours["week"];
  readonly differentDays: readonly Keyed<DifferentDays>[];
  readonly note: string;
}

export function withKey<T extends object>(row: T): Keyed<T> {
  return { ...row, key: crypto.randomUUID() };
}

export function withoutKey<T extends object>({ key: _, ...row }: Keyed<T>): Omit<Keyed<T>, "key"> {
  return row;
}

export const closedWeek: OpeningHours["week"] = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

export function toHoursDraft(hours: OpeningHours | null): HoursDraft | null {
  return hours === null ? null : { ...hours, differentDays: hours.differentDays.map(withKey) };
}

export function toOpeningHours(draft: HoursDraft | null): OpeningHours | null {
  return draft === null ? null : { ...draft, differentDays: draft.differentDays.map(withoutKey) };
}

export function toFacts(draft: readonly Keyed<VenueFact>[]): VenueFact[] {
  return draft.map(withoutKey);
}
