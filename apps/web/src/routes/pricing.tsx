import { createFileRoute } from "@tanstack/react-router";
import { PricingScreen } from "../features/content/components/pricing-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";

export const Route = createFileRoute("/pricing")({ component: Pricing });

function Pricing() {
  return (
    <SitePage path="/pricing">
      <PricingScreen />
    </SitePage>
  );
}
