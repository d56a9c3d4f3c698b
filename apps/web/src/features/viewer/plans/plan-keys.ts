import type { KeyboardEvent } from "react";

const keyStepPx = 60;
const zoomFactor = 1.4;

interface PlanMoves {
  readonly pan: (dx: number, dy: number) => void;
  readonly zoom: (factor: number) => void;
  readonly showWhole: () => void;
  readonly goToMiddle: () => void;
}

/** Moves a plan by keyboard. Other keys, and those with a modifier, are left to the page. */
export function handlePlanKey(event: KeyboardEvent, { pan, zoom, showWhole, goToMiddle }: PlanMoves): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  switch (event.key) {
    case "ArrowLeft":
      pan(keyStepPx, 0);
      break;
    case "ArrowRight":
      pan(-keyStepPx, 0);
      break;
    case "ArrowUp":
      pan(0, keyStepPx);
      break;
    case "ArrowDown":
      pan(0, -keyStepPx);
      break;
    case "+":
    case "=":
      zoom(zoomFactor);
      break;
    case "-":
      zoom(1 / zoomFactor);
      break;
    case "Home":
      showWhole();
      break;
    case "Enter":
      goToMiddle();
      break;
    default:
      return;
  }
  event.preventDefault();
}
