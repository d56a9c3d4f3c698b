import { SidePanel } from "../components/side-panel.tsx";
import { ViewList } from "../views/view-list.tsx";
import { TourList } from "./tour-list.tsx";

/** Tours and saved views of the place, beside the scene that they show. */
export function ToursPanel() {
  return (
    <SidePanel title="Tours and views">
      <p className="text-ink-soft text-pretty">
        A tour guides visitors from stop to stop; they can play it, step through it or read it as a page. A view saves a
        viewpoint and what's shown.
      </p>
      <TourList />
      <ViewList />
    </SidePanel>
  );
}
