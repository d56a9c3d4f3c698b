import { createFileRoute } from "@tanstack/react-router";
import { propertyOs } from "../features/content/articles/property-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { propertyPlan } from "../features/home/plans/property-plan.ts";

export const Route = createFileRoute("/blog/property-os")({ component: PropertyArticle });

function PropertyArticle() {
  return (
    <SitePage path={propertyOs.path}>
      <ArticleScreen article={propertyOs} picture={<VenueDrawing plan={propertyPlan} />} />
    </SitePage>
  );
}
