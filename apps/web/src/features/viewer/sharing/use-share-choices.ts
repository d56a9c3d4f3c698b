import type { RefObject } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { SceneHandle } from "../scene/scene.ts";
import type { PlaceLink } from "./place-link.ts";
import type { SharedView } from "./shared-view.ts";
import { useShare } from "./use-share.ts";

/** One of the things that can be shared: what is seen now, or something of the place. */
export interface ShareChoice {
  readonly id: PlaceLink["kind"];
  readonly label: string;
  readonly run: () => void;
}

/** Something of the place that a visitor looks at, with its name. */
export interface LookedAt {
  readonly link: Exclude<PlaceLink, { kind: "camera" }>;
  readonly name: string;
}

const shareLabels = {
  anchor: "share.anchor",
  view: "share.savedView",
  tour: "share.tour",
  storey: "share.storey",
} as const satisfies Record<LookedAt["link"]["kind"], string>;

/** What can be shared of a place now. */
export function useShareChoices(
  sceneRef: RefObject<SceneHandle | null>,
  place: string,
  /** What is shown, without the camera's pose. */
  seen: Omit<SharedView, "pose">,
  lookedAt: readonly LookedAt[],
  /** The scene is drawn. */
  isShown: boolean,
): readonly ShareChoice[] {
  const { t } = useWording();
  const share = useShare(place);
  const shareCamera = () => {
    const pose = sceneRef.current?.getPose();
    if (pose !== undefined) share({ kind: "camera", view: { ...seen, pose } });
  };
  return [
    ...(isShown ? [{ id: "camera" as const, label: t("share.view"), run: shareCamera }] : []),
    ...lookedAt.map(({ link, name }) => ({
      id: link.kind,
      label: t(shareLabels[link.kind], { name }),
      run: () => share(link, name),
    })),
  ];
}
