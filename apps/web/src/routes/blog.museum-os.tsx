import { createFileRoute } from "@tanstack/react-router";
import { museumOs } from "../features/content/articles/museum-os.ts";
import { ArticleScreen } from "../features/content/components/article-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";

export const Route = createFileRoute("/blog/museum-os")({ component: MuseumArticle });

function MuseumArticle() {
  return (
    <SitePage path={museumOs.path}>
      <ArticleScreen article={museumOs} picture={<VenueDrawing />} />
    </SitePage>
  );
}
