import type { PublishedZone } from "@blueprint/contract/published-content";
import { Link } from "@tanstack/react-router";
import { Box } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatArea } from "../../../lib/floor-area.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { ContentPage } from "../../../ui/content-page.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { AnchorContent } from "../anchors/anchor-content.tsx";
import { describePosition } from "../anchors/describe-position.ts";
import { LocationMap } from "../anchors/location-map.tsx";
import { formatCoordinates } from "../anchors/position-in-words.ts";
import { useVisitCounting } from "../counting/use-visit-counting.ts";
import { TextGuide } from "../guide/text-guide.tsx";
import { describeMissing } from "../sharing/describe-missing.ts";
import { findLinkedStart } from "../sharing/linked-start.ts";
import { TourText } from "../tours/tour-text.tsx";
import { describeZone } from "../zones/zone-labels.ts";
import { VisitorInfo } from "./visitor-info.tsx";
import { type SpokenBlueprint, toLangAttribute } from "./visitor-language.ts";
import type { VisitorSearch } from "./visitor-search.ts";

/** Everything a published place contains, as text: needs no WebGL, no pointer and no sight. */
export function TextVersion({
  blueprint,
  search = { b: blueprint.slug },
  choices,
  isCounted = false,
}: {
  readonly blueprint: SpokenBlueprint;
  /** Choices of language and audience, if any. */
  readonly choices?: ReactNode;
  /** Search params of the place's URL under `/webxr`. */
  readonly search?: VisitorSearch;
  /** Whether the place's team learns of the visit. */
  readonly isCounted?: boolean;
}) {
  const { name, description, address, location, scene, scans } = blueprint;
  const wording = useWording();
  const { t } = wording;
  const [{ start, missing }] = useState(() => findLinkedStart(blueprint, new URLSearchParams(window.location.search)));
  useVisitCounting(isCounted ? { slug: blueprint.slug, eyes: search, form: "text" } : null, true);
  const linkedId = start?.tourId ?? start?.anchorId ?? null;
  useEffect(() => {
    const heading = linkedId === null ? null : document.getElementById(toTextId(linkedId));
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [linkedId]);
  return (
    <ContentPage
      head={
        <>
          <a href="/" aria-label={t("page.home")}>
            <Logo />
          </a>
          <Button asChild>
            <Link to="/webxr" search={search}>
              <Box strokeWidth={1.5} aria-hidden="true" />
              {t("scene.open3d")}
            </Link>
          </Button>
        </>
      }
    >
      <title>{`${t("list.textVersionTitle", { name })} · Blueprint`}</title>
      <article className="mx-auto grid w-full max-w-2xl gap-8 px-5 py-8 sm:px-8 sm:py-12">
        <header className="grid gap-2">
          <h1 className="text-title font-strong break-words text-balance">{name}</h1>
          {address === "" ? null : <address className="text-ink-soft not-italic">{address}</address>}
          {choices}
          {missing === null ? null : (
            <p role="status" className="border-l-2 border-accent pl-3">
              {describeMissing(missing, t)}
            </p>
          )}
          {description === "" ? null : (
            <p className="mt-2 text-lead break-words whitespace-pre-line text-pretty">{description}</p>
          )}
          <VenueFacts blueprint={blueprint} />
        </header>
        <TextGuide blueprint={blueprint} eyes={search} findHeading={(id) => document.getElementById(toTextId(id))} />
        <VisitorInfo blueprint={blueprint} />
        <section aria-labelledby="places-heading" className="grid gap-4">
          <h2 id="places-heading" className="border-b border-line pb-2 text-lead font-strong">
            {t("list.heading")}
            <span className="ml-2 font-mono text-caption font-regular text-ink-soft">{scene.anchors.length}</span>
          </h2>
          {scene.anchors.length === 0 ? (
            <p className="text-ink-soft">{t("list.empty")}</p>
          ) : (
            <>
              <p className="text-caption text-ink-soft">{t("list.distances")}</p>
              <ol className="grid divide-y divide-hairline">
                {scene.anchors.map((anchor, index) => (
                  <li key={anchor.id} className="grid grid-cols-[2rem_1fr] gap-x-2 py-4 first:pt-0">
                    <span aria-hidden="true" className="font-mono text-caption leading-6 text-ink-soft">
                      {index + 1}
                    </span>
                    <div className="grid min-w-0 gap-1.5">
                      <h3
                        id={toTextId(anchor.id)}
                        tabIndex={-1}
                        {...toLangAttribute(anchor.spoken, "title")}
                        className="scroll-mt-4 text-lead font-strong break-words outline-none focus:text-accent"
                      >
                        {anchor.title === "" ? t("page.untitled") : anchor.title}
                      </h3>
                      <AnchorContent anchor={anchor} />
                      <p className="text-ink-soft">
                        {sentence(describePosition(anchor.position, scans, wording))}
                        <span className="block font-mono text-caption">{formatCoordinates(anchor.position)}</span>
                      </p>
                    </div>
                  </li>
                ))}
              </ol>
            </>
          )}
        </section>
        {(scene.tours ?? []).map((tour) => (
          <TourText
            key={tour.id}
            tour={tour}
            headingId={toTextId(tour.id)}
            objects={{ anchors: scene.anchors, views: scene.views ?? [], zones: scene.zones ?? [] }}
          />
        ))}
        {scene.zones === undefined || scene.zones.length === 0 ? null : <ZoneList zones={scene.zones} />}
        {location === null ? null : <LocationMap name={name} at={location} />}
      </article>
    </ContentPage>
  );
}

function toTextId(id: string): string {
  return `text-${id}`;
}

/** The team's details of the venue; empty if there are none. */
function VenueFacts({ blueprint }: { readonly blueprint: SpokenBlueprint }) {
  const { t, language } = useWording();
  const { tags = [], timeZone, floorAreaSquareMetres, scene } = blueprint;
  const facts: [string, string][] = [];
  if (floorAreaSquareMetres !== undefined)
    facts.push([t("list.floorArea"), formatArea(floorAreaSquareMetres, scene.units ?? "metric", language)]);
  if (timeZone !== undefined) facts.push([t("list.timeZone"), timeZone.replaceAll("_", " ")]);
  if (tags.length > 0) facts.push([t("list.tags"), tags.join(", ")]);
  return facts.length === 0 ? null : <FactList facts={facts} />;
}

function ZoneList({ zones }: { readonly zones: readonly PublishedZone[] }) {
  const wording = useWording();
  const { t } = wording;
  return (
    <section aria-labelledby="zones-heading" className="grid gap-4">
      <h2 id="zones-heading" className="border-b border-line pb-2 text-lead font-strong">
        {t("list.zones")}
        <span className="ml-2 font-mono text-caption font-regular text-ink-soft">{zones.length}</span>
      </h2>
      <ul className="grid divide-y divide-hairline">
        {zones.map((zone) => (
          <li key={zone.id} className="grid gap-1 py-4 first:pt-0">
            <h3
              id={toTextId(zone.id)}
              tabIndex={-1}
              className="scroll-mt-4 font-strong break-words outline-none focus:text-accent"
            >
              {zone.name === "" ? t("page.untitledZone") : zone.name}
            </h3>
            <p className="text-ink-soft">{describeZone(zone, wording)}</p>
            {zone.text === "" ? null : <p className="break-words whitespace-pre-line text-pretty">{zone.text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(words: string | null): string | null {
  return words === null ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
