import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { rememberReferral } from "./lib/referral.ts";
import { followOtherTabs, queryClient } from "./lib/session.ts";
import { router } from "./router.tsx";

/** Renders the screen for the current URL. */
export function startApp(): void {
  followOtherTabs();
  rememberReferral(window.location.search);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element.");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
