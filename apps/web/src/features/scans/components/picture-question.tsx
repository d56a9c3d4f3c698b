import { scanProblems } from "@blueprint/contract/scan-problems";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Asks what a picture is if it may be a photograph. Only a floor plan can be laid down as the venue. */
export function PictureQuestion({ onPlan }: { readonly onPlan: () => void }) {
  const [answer, setAnswer] = useState<"panorama" | "anchor" | undefined>();
  return (
    <div className="grid gap-3 border-t border-hairline p-4">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-strong">What does this picture show?</legend>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onPlan}>A floor plan</Button>
          <Button aria-pressed={answer === "panorama"} onClick={() => setAnswer("panorama")}>
            A 360° panorama
          </Button>
          <Button aria-pressed={answer === "anchor"} onClick={() => setAnswer("anchor")}>
            A place or an object
          </Button>
        </div>
      </fieldset>
      {answer === undefined ? null : <PictureAdvice answer={answer} />}
    </div>
  );
}

/** Where to put a picture that isn't a floor plan. */
function PictureAdvice({ answer }: { readonly answer: "panorama" | "anchor" }) {
  if (answer === "panorama") {
    const { cause, remedy } = scanProblems["scan-not-equirectangular"];
    return (
      <Notice tone="danger" title={cause}>
        {remedy} Nothing was sent.
      </Notice>
    );
  }
  return (
    <Notice tone="attention" title="Photos go on anchors.">
      Choose a scan or a floor plan here. Then place an anchor where the photo was taken and add the photo to it.
      Nothing was sent.
    </Notice>
  );
}
