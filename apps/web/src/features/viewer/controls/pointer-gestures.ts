/** Gestures on the canvas, in CSS pixels; `clientX/Y` are window coordinates. */
export interface GestureTarget {
  onTurn(dx: number, dy: number): void;
  onPan(dx: number, dy: number): void;
  /** `factor` below 1 zooms in on the point. */
  onZoom(factor: number, clientX: number, clientY: number, by: "wheel" | "pinch"): void;
  /** A press that didn't turn into a drag. */
  onClick(event: PointerEvent): void;
}

interface Held {
  x: number;
  y: number;
}

// Hands tremble, and fingers more than a mouse.
const clickMovePx = { mouse: 4, other: 10 };
const clickMs = 600;
const wheelPerPixel = 0.0012;
const trackpadPinchPerPixel = 0.01;
const linePx = 32;

/** Listens on an element until the returned function is called. */
export function listenToGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Held>();
  let press: { x: number; y: number; atMs: number; isClick: boolean; isPan: boolean } | null = null;

  const onPointerDown = (event: PointerEvent) => {
    // A captured pointer's click goes to the capturing element: buttons over the canvas would never receive theirs.
    if (event.target instanceof Element && event.target.closest("[data-marker], button") !== null) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    element.setPointerCapture(event.pointerId);
    const isPan = event.button === 1 || event.button === 2 || (event.button === 0 && event.shiftKey);
    const isFirst = pointers.size === 1;
    press = {
      x: event.clientX,
      y: event.clientY,
      atMs: event.timeStamp,
      isClick: isFirst && event.button === 0,
      isPan,
    };
  };

  const onPointerMove = (event: PointerEvent) => {
    const held = pointers.get(event.pointerId);
    if (held === undefined || press === null) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    const limit = event.pointerType === "mouse" ? clickMovePx.mouse : clickMovePx.other;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > limit) press.isClick = false;
    if (press.isClick) return;
    const before = pointers.size === 2 ? toPinch(pointers) : null;
    held.x = event.clientX;
    held.y = event.clientY;
    if (before !== null) {
      const after = toPinch(pointers);
      if (after.span > 0) target.onZoom(before.span / after.span, after.x, after.y, "pinch");
      target.onPan(after.x - before.x, after.y - before.y);
    } else if (press.isPan) {
      target.onPan(dx, dy);
    } else if (pointers.size === 1) {
      target.onTurn(dx, dy);
    }
  };

  const onPointerEnd = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    const isClick = press?.isClick === true && event.type === "pointerup" && event.timeStamp - press.atMs < clickMs;
    if (pointers.size === 0) press = null;
    if (isClick) target.onClick(event);
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * linePx : event.deltaY;
    // Browsers report a trackpad pinch as a wheel event with Ctrl.
    const factor = Math.exp(delta * (event.ctrlKey ? trackpadPinchPerPixel : wheelPerPixel));
    target.onZoom(Math.min(2, Math.max(0.5, factor)), event.clientX, event.clientY, event.ctrlKey ? "pinch" : "wheel");
  };

  const onContextMenu = (event: Event) => event.preventDefault();

  element.addEventListener("pointerdown", onPointerDown);
  element.addEventListener("pointermove", onPointerMove);
  element.addEventListener("pointerup", onPointerEnd);
  element.addEventListener("pointercancel", onPointerEnd);
  element.addEventListener("wheel", onWheel, { passive: false });
  element.addEventListener("contextmenu", onContextMenu);
  return () => {
    element.removeEventListener("pointerdown", onPointerDown);
    element.removeEventListener("pointermove", onPointerMove);
    element.removeEventListener("pointerup", onPointerEnd);
    element.removeEventListener("pointercancel", onPointerEnd);
    element.removeEventListener("wheel", onWheel);
    element.removeEventListener("contextmenu", onContextMenu);
  };
}

function toPinch(pointers: ReadonlyMap<number, Held>): { x: number; y: number; span: number } {
  const [a, b] = [...pointers.values()] as [Held, Held];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) };
}
