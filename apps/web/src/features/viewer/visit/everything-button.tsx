import { Eye } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { isEverythingShown } from "../views/shown-objects.ts";
import { useVisit } from "./visit.ts";
import { showEverything } from "./visitor.store.ts";

/** Shows what the chosen view hides; nothing while it hides nothing. */
export function EverythingButton() {
  const { t } = useWording();
  const { store, state } = useVisit();
  if (isEverythingShown(state.shown)) return null;
  return (
    <Button className="bg-sheet" onClick={() => showEverything(store)}>
      <Eye strokeWidth={1.5} aria-hidden="true" />
      {t("scene.showEverything")}
    </Button>
  );
}
