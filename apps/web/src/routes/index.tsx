import { createFileRoute } from "@tanstack/react-router";
import { SiteFoot } from "../features/content/components/site-foot.tsx";
import { SiteHead } from "../features/content/components/site-head.tsx";
import { HomeScreen } from "../features/home/components/home-screen.tsx";

export const Route = createFileRoute("/")({ component: Home });

function Home() {
  return <HomeScreen head={<SiteHead />} foot={<SiteFoot />} />;
}
