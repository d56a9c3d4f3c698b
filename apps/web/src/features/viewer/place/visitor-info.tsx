import { describeOpening, listDifferentDays, listWeek } from "@blueprint/contract/describe-opening-hours";
import type { OpeningHours } from "@blueprint/contract/opening-hours";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { FactList } from "../../../ui/fact-list.tsx";
import { useOpening } from "./use-opening.ts";
import type { SpokenBlueprint } from "./visitor-language.ts";

/** What visitors should know before they come: opening hours and facts; nothing where the team stated none. */
export function VisitorInfo({ blueprint }: { readonly blueprint: SpokenBlueprint }) {
  const { t } = useWording();
  const { openingHours, facts = [] } = blueprint;
  return (
    <>
      {openingHours === undefined ? null : <Hours blueprint={blueprint} hours={openingHours} />}
      {facts.length === 0 ? null : (
        <section aria-labelledby="facts-heading" className="grid gap-3">
          <h2 id="facts-heading" className="border-b border-line pb-2 text-lead font-strong">
            {t("list.goodToKnow")}
          </h2>
          <FactList facts={facts.map(({ label, text }) => [label, text])} />
        </section>
      )}
    </>
  );
}

function Hours({ blueprint, hours }: { readonly blueprint: SpokenBlueprint; readonly hours: OpeningHours }) {
  const { t, language } = useWording();
  const opening = useOpening(blueprint);
  const today = new Date().toISOString().slice(0, 10);
  const lines = [...listWeek(hours, language), ...listDifferentDays(hours, today, language)];
  return (
    <section aria-labelledby="hours-heading" className="grid gap-3">
      <h2 id="hours-heading" className="border-b border-line pb-2 text-lead font-strong">
        {t("list.openingHours")}
      </h2>
      {opening === null ? null : <p className="font-strong">{describeOpening(opening, language)}</p>}
      <FactList facts={lines.map(({ days, times }) => [days, times])} />
      {hours.note === "" ? null : <p className="whitespace-pre-line text-ink-soft">{hours.note}</p>}
    </section>
  );
}
