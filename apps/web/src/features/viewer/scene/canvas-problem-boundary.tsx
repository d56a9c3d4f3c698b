import { Component, type ReactNode } from "react";
import type { CanvasProblem } from "./scene.ts";
import { WebGlMissingError } from "./scene-stage.ts";

interface CanvasProblemBoundaryProps {
  readonly onProblem: (problem: CanvasProblem) => void;
  readonly children: ReactNode;
}

/** Reports missing WebGL as a canvas problem; rethrows every other error. */
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
