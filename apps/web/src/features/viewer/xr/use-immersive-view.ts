import type { RootState } from "@react-three/fiber";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { ImmersiveKind, ViewerAnchor } from "../scene/scene.ts";
import type { SceneCanvasProps } from "../scene/scene-canvas-props.ts";
import type { ImmersiveView } from "./immersive-view.ts";

/** Enters and leaves immersive modes; loads the code on first use. */
export function useImmersiveView(
  live: LiveScene,
  stageRef: RefObject<HTMLElement | null>,
  rendererRef: RefObject<RootState | null>,
  anchors: readonly ViewerAnchor[],
  { onImmersive, getTalk }: Pick<SceneCanvasProps, "onImmersive" | "getTalk">,
) {
  const view = useRef<ImmersiveView | null>(null);
  const tell = useEffectEvent((kind: ImmersiveKind | null) => {
    const stage = stageRef.current;
    if (stage !== null && kind !== null) stage.dataset.immersive = kind;
    else delete stage?.dataset.immersive;
    onImmersive?.(kind);
  });
  const { t } = useWording();
  // Cards in a headset are images: placeholders for empty texts are resolved here.
  const getAnchors = useEffectEvent(() =>
    anchors.map((anchor) => ({
      ...anchor,
      title: anchor.title === "" ? t("page.untitled") : anchor.title,
      text: anchor.text === undefined || anchor.text === "" ? t("card.nothing") : anchor.text,
    })),
  );
  const findTalk = useEffectEvent(async () => (await getTalk?.()) ?? null);
  useEffect(() => () => void view.current?.end(), []);

  return useMemo(
    () => ({
      /** @throws DOMException if the device or the user refuses */
      enter: async (kind: ImmersiveKind) => {
        const root = rendererRef.current;
        if (root === null) throw new Error("There is nothing to show yet.");
        const [{ enterImmersive }, talk] = await Promise.all([import("./immersive-view.ts"), findTalk()]);
        view.current = await enterImmersive({
          kind,
          renderer: root.gl,
          scene: root.scene,
          live,
          anchors: getAnchors(),
          talk,
          onChange: ({ feet, yaw }, { openId, hiddenIds }) => {
            const stage = stageRef.current;
            if (stage === null) return;
            stage.dataset.room = [...feet, yaw].map((value) => value.toFixed(3)).join(",");
            stage.dataset.card = openId ?? "";
            stage.dataset.pinsHidden = [...hiddenIds].join(" ");
          },
          onCaption: (caption) => {
            if (stageRef.current !== null) stageRef.current.dataset.caption = caption?.text ?? "";
          },
          onEnd: () => {
            view.current = null;
            tell(null);
          },
        });
        if (stageRef.current !== null) stageRef.current.dataset.pinSigns = view.current.pinSigns.join(" ");
        tell(kind);
      },
      leave: () => void view.current?.end(),
    }),
    [live, stageRef, rendererRef],
  );
}
