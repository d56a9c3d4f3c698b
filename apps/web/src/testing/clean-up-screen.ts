import { cleanup } from "@testing-library/react";
import { afterEach, expect } from "vitest";
import { endNetwork, fetchFromTest } from "./answer-network.ts";

// State changes outside of React's batches show themselves as errors.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Set before any test imports the API client, which keeps the `fetch` it finds.
globalThis.fetch = fetchFromTest;

afterEach(() => {
  cleanup();
  localStorage.clear();
  expect(endNetwork(), "The test does not answer these requests; use answerWith or failWith").toEqual([]);
});
