import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { type PlaceLink, toLinkUrl } from "./place-link.ts";
import { shareView } from "./share-view.ts";

/** Shares a link into the place whose page this is. @param opens the name of what the link opens, unless a camera */
export function useShare(place: string): (link: PlaceLink, opens?: string) => void {
  const wording = useWording();
  return (link, opens) => {
    const title = opens === undefined ? place : `${opens} · ${place}`;
    const text = opens === undefined ? undefined : wording.t("share.copiedName", { name: opens });
    void shareView(title, toLinkUrl(window.location.href, link), wording, text);
  };
}
