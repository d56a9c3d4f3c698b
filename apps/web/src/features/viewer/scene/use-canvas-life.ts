import type { RootState } from "@react-three/fiber";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveScene } from "./live-scene.ts";
import type { CanvasProblem } from "./scene.ts";

/** One canvas after the other: a lost context gets a new one, because GPU resources can't be recovered. */
export function useCanvasLife(
  live: LiveScene,
  rendererRef: RefObject<RootState | null>,
  {
    onReady,
    onProblem,
    onShowAgain,
  }: {
    readonly onReady: (() => void) | undefined;
    readonly onProblem: ((problem: CanvasProblem | null) => void) | undefined;
    readonly onShowAgain: () => void;
  },
) {
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  const [generation, setGeneration] = useState(0);
  const tellProblem = useEffectEvent((next: CanvasProblem | null) => onProblem?.(next));
  useEffect(() => tellProblem(problem), [problem]);
  const listening = useRef<AbortController | null>(null);
  useEffect(() => () => listening.current?.abort(), []);

  const showAgain = () => {
    listening.current?.abort();
    onShowAgain();
    setProblem(null);
    setGeneration((before) => before + 1);
  };

  const onCreated = (state: RootState) => {
    rendererRef.current = state;
    live.invalidate = state.invalidate;
    // Removing a canvas loses its context on purpose: only the current canvas's loss is a problem.
    listening.current?.abort();
    listening.current = new AbortController();
    const options = { signal: listening.current.signal };
    const canvas = state.gl.domElement;
    const onLost = (event: Event) => {
      // Without this, the browser never restores the context.
      event.preventDefault();
      live.budget.noteShortage();
      setProblem("context-lost");
    };
    canvas.addEventListener("webglcontextlost", onLost, options);
    canvas.addEventListener("webglcontextrestored", showAgain, options);
    onReady?.();
  };

  return { problem, generation, setProblem, showAgain, onCreated };
}
