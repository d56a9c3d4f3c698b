import { type EmbedPart, embedParts } from "@blueprint/contract/embed-options";

const labels = {
  title: "Title",
  guide: "Ask this place",
  list: "List of places",
  tours: "Tours",
  views: "Views",
  measure: "Measuring",
  layers: "Scans and drawings",
  modes: "View modes",
  languages: "Languages",
  headset: "Headset",
  share: "Sharing and pictures",
  help: "Keys and gestures",
} as const satisfies Record<EmbedPart, string>;

/** Which parts of the place's screen an embedded place has. */
export function EmbedParts({
  hidden,
  onChange,
}: {
  readonly hidden: readonly EmbedPart[];
  readonly onChange: (hidden: readonly EmbedPart[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-strong">Parts shown</legend>
      <div className="grid grid-cols-2 gap-x-4 rounded-sharp border border-line px-3 py-1.5 sm:grid-cols-3">
        {embedParts.map((part) => (
          <label key={part} className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="accent-accent"
              checked={!hidden.includes(part)}
              onChange={({ target }) =>
                // In the order of the parts, whatever the order of the clicks.
                onChange(embedParts.filter((one) => (one === part ? !target.checked : hidden.includes(one))))
              }
            />
            <span className="min-w-0">{labels[part]}</span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-caption text-ink-soft text-pretty">
        A part appears only where the place has something for it. The text version is always there.
      </p>
    </fieldset>
  );
}
