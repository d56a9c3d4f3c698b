import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Logo } from "../../../ui/logo.tsx";
import { useVisit } from "./visit.ts";

/** The way home, and the place's name and address. */
export function PlaceTitle() {
  const { t } = useWording();
  const { name, address } = useVisit().blueprint;
  return (
    <>
      <a
        href="/"
        aria-label={t("page.home")}
        className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11"
      >
        <Logo withName={false} />
      </a>
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-strong" title={name}>
          {name}
        </h1>
        {address === "" ? null : <p className="truncate text-caption text-ink-soft">{address}</p>}
      </div>
    </>
  );
}
