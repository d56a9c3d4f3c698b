import { createFileRoute } from "@tanstack/react-router";
import { warehouseOs } from "../features/content/articles/warehouse-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { warehousePlan } from "../features/home/plans/warehouse-plan.ts";

export const Route = createFileRoute("/blog/warehouse-os")({ component: WarehouseArticle });

function WarehouseArticle() {
  return (
    <SitePage path={warehouseOs.path}>
      <ArticleScreen article={warehouseOs} picture={<VenueDrawing plan={warehousePlan} />} />
    </SitePage>
  );
}
