import { useEffect, useEffectEvent } from "react";
import { toasts } from "../../../lib/toast.store.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { describeMissing } from "../sharing/describe-missing.ts";
import type { LinkedThing } from "../sharing/linked-start.ts";

/** Says once that the place has not, or not for this visitor, what the link should open. */
export function useMissingNotice(missing: LinkedThing | null): void {
  const { t } = useWording();
  const tell = useEffectEvent((kind: LinkedThing) => toasts.add({ title: describeMissing(kind, t) }));
  useEffect(() => {
    if (missing !== null) tell(missing);
  }, [missing]);
}
