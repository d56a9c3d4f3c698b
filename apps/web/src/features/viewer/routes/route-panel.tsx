import { Footprints, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { metresPerFoot } from "../measure/format-measured.ts";
import type { VisitorRoute } from "../visit/visitor.store.ts";

/** The way to something: how long it is, whether it has steps, and how to get there. */
export function RoutePanel({
  route,
  units,
  isBare = false,
  onStepFree,
  onGo,
  onClose,
}: {
  readonly route: VisitorRoute;
  readonly units: "metric" | "imperial";
  /** Has no frame: the sheet already has one. */
  readonly isBare?: boolean;
  readonly onStepFree: (stepFree: boolean) => void;
  readonly onGo: () => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useWording();
  const { name, stepFree, found } = route;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each way is read out anew.
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [name]);
  return (
    <section
      aria-label={t("route.label")}
      className={
        isBare
          ? "grid gap-2 p-4 pt-1"
          : "pointer-events-auto grid w-88 max-w-full gap-2 border border-line bg-sheet p-4"
      }
    >
      <header className="flex items-start justify-between gap-2">
        <h2 ref={headingRef} tabIndex={-1} className="min-w-0 pt-1 font-strong break-words outline-none">
          {t("route.heading", { name })}
        </h2>
        <IconButton label={t("route.close")} icon={X} size="small" onClick={onClose} />
      </header>
      <p role="status" className="text-pretty">
        {found === undefined
          ? t("route.searching")
          : found === null
            ? t(stepFree ? "route.noneStepFree" : "route.none")
            : t(found.isStepFree ? "route.stepFree" : "route.steps", {
                length: formatWalk(found.lengthM, units, language),
              })}
      </p>
      <label className="flex cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="accent-accent"
          checked={stepFree}
          onChange={(event) => onStepFree(event.target.checked)}
        />
        {t("route.withoutSteps")}
      </label>
      {found == null ? null : (
        <>
          <Button size="small" className="justify-self-start" onClick={onGo}>
            <Footprints aria-hidden="true" strokeWidth={1.5} />
            {t("route.go")}
          </Button>
          <p className="text-caption text-pretty text-ink-soft">{t("route.basis")}</p>
        </>
      )}
    </section>
  );
}

/** A length on foot needs no fractions; it is rounded up. */
function formatWalk(lengthM: number, units: "metric" | "imperial", language: string): string {
  const [value, unit] = units === "metric" ? [lengthM, "meter"] : [lengthM / metresPerFoot, "foot"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 0 }).format(Math.ceil(value));
}
