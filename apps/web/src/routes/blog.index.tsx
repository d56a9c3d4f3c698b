import { createFileRoute } from "@tanstack/react-router";
import { BlogScreen } from "../features/content/components/blog-screen.tsx";
import { SitePage } from "../features/content/components/site-page.tsx";
import { VenueDrawing } from "../features/home/components/venue-drawing.tsx";

export const Route = createFileRoute("/blog/")({ component: Blog });

function Blog() {
  return (
    <SitePage path="/blog">
      <BlogScreen picture={<VenueDrawing />} />
    </SitePage>
  );
}
