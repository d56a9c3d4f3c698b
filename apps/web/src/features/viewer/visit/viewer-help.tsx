import type { EmbedPart } from "@blueprint/contract/embed-options";
import type { englishTexts } from "../../../lib/visitor-texts/english-texts.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";

type HelpText = keyof typeof englishTexts.help;
type Row = readonly [how: HelpText | { readonly keys: string }, what: HelpText];

/** Help topic: a navigation mode, the plan, or the inside of a panorama. */
export type HelpTopic = "orbit" | "walk" | "fly" | "plan" | "panorama";

/** What a row explains; it is left out along with it. */
const partOfRow: Partial<Record<HelpText, EmbedPart>> = {
  measure: "measure",
  modes: "modes",
  listWhat: "list",
  askWhat: "guide",
};

const measuring: Row = ["measureHow", "measure"];
const topics: Record<HelpTopic, readonly Row[]> = {
  orbit: [["dragAll", "turn"], ["sidewaysHow", "sideways"], ["wheelPinch", "nearer"], measuring],
  walk: [
    ["moveHow", "walkWhat"],
    ["dragSides", "lookAround"],
    ["floorHow", "goThere"],
    ["thumbHow", "walkOnly"],
    ["gamepad", "gamepadWalk"],
    ["gamepadA", "toDot"],
    measuring,
  ],
  fly: [
    ["moveHow", "flyWhat"],
    ["upDownHow", "upDown"],
    ["dragSides", "lookAround"],
    ["wheel", "speed"],
    ["thumbFly", "flySideways"],
    ["gamepad", "gamepadFly"],
    ["triggers", "triggersWhat"],
    measuring,
  ],
  plan: [
    ["dragAll", "movePlan"],
    ["wheelPinch", "zoom"],
    ["clickEnter", "goThere"],
  ],
  panorama: [
    ["dragAll", "lookAround"],
    ["wheelPinch", "zoom"],
    ["marksHow", "marks"],
    ["pagesHow", "pages"],
  ],
};
const everywhere: readonly Row[] = [
  [{ keys: "O, V, F, P" }, "modes"],
  ["homeKey", "reset"],
  ["listHow", "listWhat"],
  [{ keys: "G" }, "askWhat"],
  ["escKey", "closePlace"],
  [{ keys: "?" }, "thisHelp"],
];

/** Keys and gestures of the current navigation mode. */
export function ViewerHelp({
  topic,
  hidden,
}: {
  readonly topic: HelpTopic;
  /** Parts of the screen that are left out. */
  readonly hidden: ReadonlySet<EmbedPart>;
}) {
  const { t } = useWording();
  const isThere = ([, what]: Row) => {
    const part = partOfRow[what];
    return part === undefined || !hidden.has(part);
  };
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard.
      tabIndex={0}
      className="grid gap-4 overflow-y-auto p-4 focus-visible:-outline-offset-2"
    >
      <Section title={t(`help.${topic}`)} rows={topics[topic].filter(isThere)} />
      <Section title={t("help.everywhere")} rows={everywhere.filter(isThere)} />
    </div>
  );
}

function Section({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  const { t } = useWording();
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-strong">{title}</h3>
      <dl className="divide-y divide-hairline border-y border-hairline">
        {rows.map(([how, what]) => (
          <div key={`${what} ${JSON.stringify(how)}`} className="grid grid-cols-[3fr_2fr] gap-x-3 py-1.5">
            <dt className="font-mono text-caption leading-5">
              {typeof how === "string" ? t(`help.${how}`) : how.keys}
            </dt>
            <dd className="text-ink-soft">{t(`help.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
