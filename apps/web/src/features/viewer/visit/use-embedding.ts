import type { EmbedCommand } from "@blueprint/contract/embed-messages";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type LookedAtNow, listEmbedEvents, nothingLookedAt } from "../embedding/embed-events.ts";
import { findPageAround } from "../embedding/page-around.ts";
import { findZoneAt } from "../zones/find-zone.ts";
import type { Visit } from "./visit.ts";
import { chooseView, closeAnchor, openAnchor } from "./visit-moves.ts";
import { startTour } from "./visitor.store.ts";
import { isStanding } from "./visitor-view.ts";

/** Reports to the page around an embedded place what its visitor looks at, and does what that page asks. */
export function useEmbedding(visit: Visit): void {
  const [around] = useState(() => findPageAround());
  const reported = useRef<LookedAtNow>(nothingLookedAt);
  const { blueprint, view, camera } = visit;
  const isShown = view.isSceneShown || view.isPlanShown;
  const run = useEffectEvent((command: EmbedCommand) => obey(visit, command));
  const begin = useEffectEvent(() => {
    around?.report({ event: "ready", place: blueprint.slug, title: blueprint.name });
    report();
  });
  const report = useEffectEvent(() => {
    const now = findLookedAt(visit);
    for (const event of listEmbedEvents(reported.current, now)) around?.report(event);
    reported.current = now;
  });
  useEffect(() => {
    if (around === null || !isShown) return;
    const leave = [around.listen((command) => run(command)), camera.subscribe(() => report())];
    begin();
    return () => {
      for (const end of leave) end();
    };
  }, [around, isShown, camera]);
  const selectedId = view.selected?.id;
  const tourId = view.tour?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these is what is reported.
  useEffect(() => {
    if (around !== null && isShown) report();
  }, [around, isShown, selectedId, tourId, view.standing]);
}

function findLookedAt({ blueprint, view, camera }: Visit): LookedAtNow {
  const { selected, tour } = view;
  const pose = isStanding(view) ? camera.read() : null;
  const zone = pose === null ? null : findZoneAt(blueprint.scene.zones ?? [], pose.position);
  return {
    anchor: selected === undefined ? null : { id: selected.id, title: selected.title },
    tour: tour === undefined ? null : { id: tour.id, title: tour.name },
    zone: zone === null ? null : { id: zone.id, title: zone.name },
  };
}

function obey(visit: Visit, command: EmbedCommand): void {
  const { anchors, tours = [], views = [] } = visit.blueprint.scene;
  switch (command.command) {
    case "open-anchor":
      if (anchors.some(({ id }) => id === command.id)) openAnchor(visit, command.id);
      return;
    case "close-anchor":
      closeAnchor(visit);
      return;
    case "start-tour":
      if (tours.some(({ id, stops }) => id === command.id && stops.length > 0)) startTour(visit.store, command.id);
      return;
    case "end-tour":
      visit.store.setState({ tourId: null });
      return;
    case "show-view": {
      const view = views.find(({ id }) => id === command.id);
      if (view !== undefined) chooseView(visit, view);
    }
  }
}
