import { Button } from "../../../ui/button.tsx";
import { measurement, useMeasurementChoice } from "../measurement.store.ts";

const states = {
  unasked: "You haven't decided yet, so nothing is counted.",
  agreed: "You agreed in this browser, so we count the public pages you open.",
  refused: "You declined in this browser, so nothing is counted.",
  unwanted: "Your browser asks sites not to track you, so nothing is counted and we don't ask.",
};

/** Shows the choice stored in this browser, and resets it in one click. */
export function MeasurementChoice() {
  const choice = useMeasurementChoice();
  return (
    <div className="mt-5 grid max-w-2xl justify-items-start gap-3">
      <p role="status" className="text-lead font-strong">
        {states[choice]}
      </p>
      {choice === "unwanted" ? null : choice === "agreed" ? (
        <Button onClick={() => measurement.refuse()}>Stop counting</Button>
      ) : (
        <Button onClick={() => measurement.agree()}>Count my visits</Button>
      )}
    </div>
  );
}
