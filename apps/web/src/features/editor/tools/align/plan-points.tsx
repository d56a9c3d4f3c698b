import type { Plan } from "@blueprint/scene/plan";
import type { Point2 } from "@blueprint/scene/scene-field";

/** The points on a drawing: those of its pairs, the one waiting for its match, and the crosshair. */
export function PlanPoints({
  plan,
  picked,
  aim,
}: {
  readonly plan: Plan;
  readonly picked: Point2 | null;
  /** Fractions of the drawing, from its top left; null without keyboard focus. */
  readonly aim: Point2 | null;
}) {
  const mark = ([x, y]: Point2) => ({
    left: `${(x / plan.widthPixels) * 100}%`,
    top: `${(y / plan.heightPixels) * 100}%`,
  });
  return (
    <>
      {plan.pairs.map((pair, index) => (
        <span
          key={pair.id}
          style={mark(pair.image)}
          className="absolute grid size-5 -translate-1/2 place-items-center rounded-full border border-sheet bg-accent font-mono text-caption text-on-accent"
        >
          {index + 1}
        </span>
      ))}
      {picked === null ? null : (
        <span
          data-picked
          style={mark(picked)}
          className="absolute size-4 -translate-1/2 animate-breathe rounded-full border-2 border-sheet bg-attention"
        />
      )}
      {aim !== null ? (
        <span
          style={{ left: `${aim[0] * 100}%`, top: `${aim[1] * 100}%` }}
          className="absolute size-6 -translate-1/2 border border-accent before:absolute before:inset-y-0 before:left-1/2 before:w-px before:bg-accent after:absolute after:inset-x-0 after:top-1/2 after:h-px after:bg-accent"
        />
      ) : null}
    </>
  );
}
