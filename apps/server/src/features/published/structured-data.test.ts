import type { PublishedBlueprint } from "@blueprint/contract/published";
import { expect, it } from "vitest";
import { describeForSearch } from "./structured-data.ts";

const week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
const plain = {
  ...{ slug: "hall", name: "Hall", industry: "museum", description: "", address: "", location: null },
  ...{ version: 1, publishedAt: "2026-11-28T12:00:00.000Z", scans: [], mediaUrls: {} },
  scene: { schemaVersion: 1, anchors: [] },
} as unknown as PublishedBlueprint;
const where = { url: "https://museum.example/webxr?b=hall", pictureUrl: null };

it("says of a place what its team says, and nothing else", () => {
  expect(describeForSearch(plain, where)).toEqual({
    ...{ "@context": "https://schema.org", "@type": "Museum", name: "Hall", url: where.url },
  });
  const known: PublishedBlueprint = {
    ...plain,
    industry: "warehouse",
    ...{ description: "Two halls.", address: "Quay 1, Oslo" },
    location: { latitude: 59.9, longitude: 10.7 },
    facts: [{ label: "Wi-Fi", text: "Free" }],
  };
  expect(describeForSearch(known, { ...where, pictureUrl: "https://museum.example/a.webp" })).toEqual({
    ...{ "@context": "https://schema.org", "@type": "Place", name: "Hall", url: where.url },
    ...{ description: "Two halls.", address: "Quay 1, Oslo", image: "https://museum.example/a.webp" },
    geo: { "@type": "GeoCoordinates", latitude: 59.9, longitude: 10.7 },
    additionalProperty: [{ "@type": "PropertyValue", name: "Wi-Fi", value: "Free" }],
  });
});

it("has opening hours by weekday, and special hours with closed days", () => {
  const openingHours = {
    week: { ...week, friday: [{ opens: "18:00", closes: "02:00" }], sunday: [{ opens: "00:00", closes: "00:00" }] },
    differentDays: [
      { from: "2026-12-24", to: "2026-12-26", reason: "Christmas", spans: [] },
      { from: "2026-12-31", to: "2026-12-31", reason: "", spans: [{ opens: "10:00", closes: "14:00" }] },
    ],
    note: "",
  };
  const type = "OpeningHoursSpecification";
  expect(describeForSearch({ ...plain, openingHours }, where)).toMatchObject({
    openingHoursSpecification: [
      // Until the next day.
      { "@type": type, dayOfWeek: "https://schema.org/Friday", opens: "18:00", closes: "02:00" },
      // From midnight to midnight would mean closed.
      { "@type": type, dayOfWeek: "https://schema.org/Sunday", opens: "00:00", closes: "23:59" },
    ],
    specialOpeningHoursSpecification: [
      { "@type": type, validFrom: "2026-12-24", validThrough: "2026-12-26", opens: "00:00", closes: "00:00" },
      { "@type": type, validFrom: "2026-12-31", validThrough: "2026-12-31", opens: "10:00", closes: "14:00" },
    ],
  });
});
