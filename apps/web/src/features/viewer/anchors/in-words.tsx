import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { type SpokenIn, toLangAttribute } from "../place/visitor-language.ts";

/** What a medium says or shows, in words. */
export function InWords({
  text,
  spoken,
}: {
  readonly text: string | undefined;
  readonly spoken: SpokenIn | undefined;
}) {
  const { t } = useWording();
  if (text === undefined || text === "") return null;
  return (
    <details className="text-caption text-ink-soft">
      <summary className="cursor-pointer py-0.5">{t("card.inWords")}</summary>
      <p {...toLangAttribute(spoken, "alternative")} className="mt-1 whitespace-pre-line text-pretty">
        {text}
      </p>
    </details>
  );
}
