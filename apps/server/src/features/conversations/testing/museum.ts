import { editAnchor } from "@blueprint/scene/anchor-operations";
import { addAnchors, type Fill } from "../../guide/testing/build-place.ts";

/** A museum with texts for visitors, and one for staff. */
export const museum: Fill = (doc) => {
  addAnchors(doc, [
    { id: "tickets", title: "Ticket desk", text: "Tickets for adults cost 12 euros, for children 5 euros." },
    { id: "hours", title: "Opening hours", text: "Open from Tuesday to Sunday, 10:00 to 18:00." },
    { id: "toilets", title: "Toilets", text: "On the ground floor behind the stairs." },
    { id: "safe", title: "Safe", text: "The code is 4711." },
  ]);
  editAnchor(doc, "safe", { audiences: ["staff"] });
};
