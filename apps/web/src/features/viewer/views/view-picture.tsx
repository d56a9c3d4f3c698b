import { Bookmark } from "lucide-react";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { ViewPictures } from "./view-pictures.ts";

/** A small picture of a view beside its name; its place is kept until it is drawn. */
export function ViewPicture({
  viewId,
  pictures,
  onWant,
}: {
  readonly viewId: string;
  readonly pictures: ViewPictures;
  /** Draws the pictures while they are shown. @returns what stops it */
  readonly onWant: () => () => void;
}) {
  const url = useSyncExternalStore(pictures.subscribe, pictures.read).get(viewId);
  const want = useEffectEvent(onWant);
  useEffect(() => want(), []);
  return (
    <span
      data-view-picture={url === undefined ? "awaited" : "drawn"}
      className="grid h-16 w-24 shrink-0 place-items-center overflow-hidden rounded-sharp border border-hairline bg-sunken text-ink-soft"
    >
      {url === undefined ? (
        <Bookmark size={16} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img src={url} alt="" className="size-full object-cover" />
      )}
    </span>
  );
}
