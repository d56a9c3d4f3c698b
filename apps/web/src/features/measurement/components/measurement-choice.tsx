import { Button } from "../../../ui/button.tsx";
import { measurement, useMeasurementChoice } from "../measurement.store.ts";

const states = {
  unasked: "You have not decided yet, so nothing is counted.",
  agreed: "You agreed in this browser. The public pages you open are counted.",
  refused: "You said no in this browser. Nothing is counted.",
  unwanted: "Your browser says that you do not want to be followed. Nothing is counted, and you are not asked.",
};

/** Says what was decided in this browser, and takes it back in one click. */
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
