import { createFileRoute } from "@tanstack/react-router";
import { restaurantOs } from "../features/content/articles/restaurant-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { restaurantPlan } from "../features/home/plans/restaurant-plan.ts";

export const Route = createFileRoute("/blog/restaurant-os")({ component: RestaurantArticle });

function RestaurantArticle() {
  return (
    <SitePage path={restaurantOs.path}>
      <ArticleScreen article={restaurantOs} picture={<VenueDrawing plan={restaurantPlan} />} />
    </SitePage>
  );
}
