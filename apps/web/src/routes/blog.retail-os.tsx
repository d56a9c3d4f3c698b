import { createFileRoute } from "@tanstack/react-router";
import { retailOs } from "../features/content/articles/retail-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { retailPlan } from "../features/home/plans/retail-plan.ts";

export const Route = createFileRoute("/blog/retail-os")({ component: RetailArticle });

function RetailArticle() {
  return (
    <SitePage path={retailOs.path}>
      <ArticleScreen article={retailOs} picture={<VenueDrawing plan={retailPlan} />} />
    </SitePage>
  );
}
