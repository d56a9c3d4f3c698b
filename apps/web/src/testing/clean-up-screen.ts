import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// State changes outside of React's batches show themselves as errors.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
