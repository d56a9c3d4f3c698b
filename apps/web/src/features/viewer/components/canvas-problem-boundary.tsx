import { Component, type ReactNode } from "react";
import type { CanvasProblem } from "../viewer.ts";

/** This browser or machine draws no WebGL 2. */
export class WebGlMissingError extends Error {
  constructor() {
    super("WebGL 2 is not available.");
    this.name = "WebGlMissingError";
  }
}

interface CanvasProblemBoundaryProps {
  readonly onProblem: (problem: CanvasProblem) => void;
  readonly children: ReactNode;
}

/** Turns a missing WebGL into a problem that is told; every other error goes on to the page. */
export class CanvasProblemBoundary extends Component<CanvasProblemBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof WebGlMissingError) this.props.onProblem("webgl-missing");
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof WebGlMissingError) return null;
    throw error;
  }
}
