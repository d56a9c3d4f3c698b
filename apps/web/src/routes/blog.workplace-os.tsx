import { createFileRoute } from "@tanstack/react-router";
import { workplaceOs } from "../features/content/articles/workplace-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { workplacePlan } from "../features/home/plans/workplace-plan.ts";

export const Route = createFileRoute("/blog/workplace-os")({ component: WorkplaceArticle });

function WorkplaceArticle() {
  return (
    <SitePage path={workplaceOs.path}>
      <ArticleScreen article={workplaceOs} picture={<VenueDrawing plan={workplacePlan} />} />
    </SitePage>
  );
}
