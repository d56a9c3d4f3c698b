import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { FaqScreen } from "../features/content/components/faq-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { isMeasured } from "../features/measurement/measurement.store.ts";
import { priceBookQuery } from "../lib/price-book.ts";

export const Route = createFileRoute("/faq")({ component: Faq });

function Faq() {
  const prices = useQuery(priceBookQuery);
  return (
    <SitePage path="/faq">
      <FaqScreen payment={prices.data?.payment} isMeasured={isMeasured} />
    </SitePage>
  );
}
