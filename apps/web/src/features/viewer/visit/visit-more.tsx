import { useVisit } from "./visit.ts";
import { chooseView, switchMeasuring } from "./visit-moves.ts";
import { VisitViewPicture } from "./visit-view-picture.tsx";
import { openSheet } from "./visitor.store.ts";
import { VisitorMore } from "./visitor-more.tsx";

/** The actions of this place that don't fit in a phone's bar. */
export function VisitMore() {
  const visit = useVisit();
  const { blueprint, hidden, store, view, sceneRef } = visit;
  return (
    <VisitorMore
      actions={visit.actions}
      shareChoices={visit.shareChoices}
      views={hidden.has("views") ? [] : (blueprint.scene.views ?? [])}
      picture={({ id }) => <VisitViewPicture viewId={id} />}
      search={visit.search}
      choices={visit.choices}
      onView={(chosen) => {
        store.setState({ sheet: null });
        chooseView(visit, chosen);
      }}
      onMeasure={
        view.isMeasurable && !hidden.has("measure")
          ? () => {
              store.setState({ sheet: null });
              switchMeasuring(visit);
            }
          : null
      }
      onReset={view.drawing === undefined ? () => sceneRef.current?.resetView() : null}
      onHelp={hidden.has("help") ? null : () => openSheet(store, "help")}
    />
  );
}
