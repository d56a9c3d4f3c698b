/** Values of an anchor's fields, for documents and published places alike. Free of zod: visitors' pages load it. */

export const anchorTypes = [
  "info",
  "image",
  "video",
  "audio",
  "pdf",
  "link",
  "product",
  "model",
  "form",
  "route-step",
  "safety",
  "guide-topic",
  "qr-spot",
] as const;
export type AnchorType = (typeof anchorTypes)[number];

export const stepDirections = ["straight", "left", "right", "up", "down", "arrive"] as const;

export const safetyKinds = [
  "exit",
  "extinguisher",
  "first-aid",
  "defibrillator",
  "alarm",
  "assembly-point",
  "hazard",
  "other",
] as const;

export const availabilities = ["in-stock", "limited", "on-order", "sold-out"] as const;

export const questionKinds = [
  "short-text",
  "long-text",
  "email",
  "number",
  "choice",
  "choices",
  "yes-no",
  "rating",
] as const;
