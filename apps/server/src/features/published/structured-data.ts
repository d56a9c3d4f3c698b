import type { Weekday } from "@blueprint/contract/opening-hours";
import { type OpeningHours, type OpenSpan, weekdays } from "@blueprint/contract/opening-hours";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { Industry } from "@blueprint/contract/users";
import type {
  DayOfWeek,
  LodgingBusiness,
  Museum,
  OpeningHoursSpecification,
  Place,
  Restaurant,
  Store,
} from "schema-dts";

/** What schema.org says of every place; museums and shops are places. */
type PlaceFacts = Omit<Extract<Place, { "@type": "Place" }>, "@type">;
type VenueType = Extract<Place | Museum | LodgingBusiness | Restaurant | Store, object>["@type"];

/** What a venue is in the vocabulary of schema.org. The others are places: not every one is a business that serves visitors. */
const types: Partial<Record<Industry, VenueType>> = {
  museum: "Museum",
  hospitality: "LodgingBusiness",
  restaurant: "Restaurant",
  retail: "Store",
};

const days: Readonly<Record<Weekday, DayOfWeek>> = {
  monday: "https://schema.org/Monday",
  tuesday: "https://schema.org/Tuesday",
  wednesday: "https://schema.org/Wednesday",
  thursday: "https://schema.org/Thursday",
  friday: "https://schema.org/Friday",
  saturday: "https://schema.org/Saturday",
  sunday: "https://schema.org/Sunday",
};

/** A place as search engines read it (schema.org, as JSON-LD). @param pictureUrl absolute; null without a picture */
export function describeForSearch(
  place: PublishedBlueprint,
  { url, pictureUrl }: { url: string; pictureUrl: string | null },
): PlaceFacts & { "@context": "https://schema.org"; "@type": VenueType } {
  const { name, industry, description, address, location, openingHours, facts = [] } = place;
  const known: PlaceFacts = {
    name,
    url,
    ...(description.trim() === "" ? {} : { description }),
    ...(pictureUrl === null ? {} : { image: pictureUrl }),
    ...(address.trim() === "" ? {} : { address }),
    ...(location === null
      ? {}
      : { geo: { "@type": "GeoCoordinates", latitude: location.latitude, longitude: location.longitude } }),
    ...(openingHours === undefined ? {} : describeHours(openingHours)),
    ...(facts.length === 0
      ? {}
      : {
          additionalProperty: facts.map(({ label, text }) => ({
            "@type": "PropertyValue" as const,
            ...{ name: label, value: text },
          })),
        }),
  };
  return { "@context": "https://schema.org", "@type": types[industry] ?? "Place", ...known };
}

function describeHours({ week, differentDays }: OpeningHours): {
  openingHoursSpecification?: OpeningHoursSpecification[];
  specialOpeningHoursSpecification?: OpeningHoursSpecification[];
} {
  const usual = weekdays.flatMap((day) => week[day].map((span) => ({ ...describeSpan(span), dayOfWeek: days[day] })));
  const special = differentDays.flatMap(({ from, to, spans }) =>
    // Closed, as schema.org writes it: from midnight to midnight.
    (spans.length === 0 ? [{ ...describeSpan(closed), closes: "00:00" }] : spans.map(describeSpan)).map((span) => ({
      ...span,
      ...{ validFrom: from, validThrough: to },
    })),
  );
  return {
    ...(usual.length === 0 ? {} : { openingHoursSpecification: usual }),
    ...(special.length === 0 ? {} : { specialOpeningHoursSpecification: special }),
  };
}

const closed: OpenSpan = { opens: "00:00", closes: "00:00" };

/** Our `00:00` to `00:00` is all day, which schema.org would read as closed. */
function describeSpan({ opens, closes }: OpenSpan): Extract<OpeningHoursSpecification, object> {
  const isAllDay = opens === closes;
  return {
    "@type": "OpeningHoursSpecification",
    ...{ opens: isAllDay ? "00:00" : opens, closes: isAllDay ? "23:59" : closes },
  };
}
