import { createFileRoute } from "@tanstack/react-router";
import { hospitalityOs } from "../features/content/articles/hospitality-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { hospitalityPlan } from "../features/home/plans/hospitality-plan.ts";

export const Route = createFileRoute("/blog/hospitality-os")({ component: HospitalityArticle });

function HospitalityArticle() {
  return (
    <SitePage path={hospitalityOs.path}>
      <ArticleScreen article={hospitalityOs} picture={<VenueDrawing plan={hospitalityPlan} />} />
    </SitePage>
  );
}
