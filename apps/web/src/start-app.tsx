import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { reloadForNewerVersion } from "./lib/newer-version.ts";
import { rememberReferral } from "./lib/referral.ts";
import { followOtherTabs, queryClient } from "./lib/session.ts";
import { router } from "./router.tsx";

/** Puts the screen of the present address onto the page. */
export function startApp(): void {
  reloadForNewerVersion();
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
