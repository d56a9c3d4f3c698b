import { createFileRoute } from "@tanstack/react-router";
import { roboticsOs } from "../features/content/articles/robotics-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";
import { roboticsPlan } from "../features/home/plans/robotics-plan.ts";

export const Route = createFileRoute("/blog/robotics-os")({ component: RoboticsArticle });

function RoboticsArticle() {
  return (
    <SitePage path={roboticsOs.path}>
      <ArticleScreen article={roboticsOs} picture={<VenueDrawing plan={roboticsPlan} />} />
    </SitePage>
  );
}
