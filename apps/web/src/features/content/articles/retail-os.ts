import type { Article } from "./article.ts";

export const retailOs: Article = {
  path: "/blog/retail-os",
  reader: "For the head of store operations",
  title: "Roll out a layout everyone has stood in.",
  lead: "A planogram says what goes on a shelf. It doesn’t say how the shop feels when you come in from the street. A walkable reference store does, and sixty managers can visit it before lunch.",
  job: {
    title: "The job: one idea, built the same way many times",
    text: [
      "Head office builds a reference shop, photographs it and sends a guide. Then every store interprets it. The table in the picture stood two metres from the door, but the picture was taken with a wide lens, so in forty stores it stands in the way. The gondola end is right and its price rail is last season’s, because the page with rails was page thirty-one.",
      "Area managers then spend a week driving around to see how it turned out. They come back with photographs of their own, and the discussion is about camera angles.",
      "What stores need is to stand in the reference, turn around and see what’s behind them. What area managers need is to talk about the same corner while neither of them is there.",
    ],
  },
  without: {
    title: "A roll-out by PDF",
    moments: [
      {
        time: "Monday",
        text: "The guide goes out as a long PDF. The store opens it on the till’s screen between two customers.",
      },
      {
        time: "Tuesday",
        text: "Two people build the front table from a photograph. They ask the group chat how far it stands from the door. Three stores answer, differently.",
      },
      {
        time: "Thursday",
        text: "Compliance photographs are due. Everyone crops out what isn’t finished.",
      },
      {
        time: "The week after",
        text: "The area manager visits, finds the table turned by ninety degrees, and two people spend an evening rebuilding it.",
      },
    ],
  },
  with: {
    title: "The same roll-out from a walkable place",
    moments: [
      {
        time: "Monday",
        text: "The link goes out. Each manager walks in from the street, as a customer does, and stops where the reference stops them.",
      },
      {
        time: "Tuesday",
        text: "At the front table an anchor says: centre line of the door, one and a half trolley lengths in, long side to the window, and why. The why ends the discussion.",
      },
      {
        time: "Thursday",
        text: "A store asks about its column, which the reference doesn’t have. Visual merchandising adds an anchor “If you have a column here” and publishes. All stores see it.",
      },
      {
        time: "The week after",
        text: "The area manager opens the reference on a tablet and holds it beside the real corner. The visit is about customers again.",
      },
    ],
  },
  setup: [
    {
      title: "Scan the reference store after closing",
      text: "A phone with a depth sensor is enough for one floor; export GLB. Walk slowly in parallel lanes, once at chest height and once lower for plinths and baskets. Cover the fitting room mirrors with paper.",
    },
    {
      title: "Create one blueprint per concept, not per season",
      text: "Name it after the concept and its year. When the season changes, scan again and upload the new scan into the same blueprint; the anchors stay, and you move the ones whose fixtures are gone.",
    },
    {
      title: "Anchor decisions, not products",
      text: "An anchor for every item is a second planogram, and it’ll be wrong in a week. Mark focal points, sight lines, fixture heights, where back stock hides, what must stay clear for wheelchairs.",
    },
    {
      title: "Say what can differ",
      text: "In each anchor, write one line that’s “fixed” and one that’s “yours to decide”. Stores follow rules that know their limits.",
    },
    {
      title: "Publish unlisted and send one link",
      text: "The link stays the same when you publish a correction, so there is no version seven of an attachment. Earlier versions are kept for you.",
    },
    {
      title: "Let three stores break it first",
      text: "Invite their managers as viewers before the roll-out, watch where they have questions, and put the answers into the anchors.",
    },
  ],
  measure: [
    {
      what: "Hours to build, per store",
      how: "From the shift plan for those two days. Get the number before anyone claims the new way is faster.",
    },
    {
      what: "Corrections after the first visit",
      how: "Count fixtures that had to be moved, not photographs that were rejected.",
    },
    {
      what: "Questions to visual merchandising",
      how: "Count messages in the week of the roll-out and sort them by corner. The corner with the most questions needs a better anchor.",
    },
    {
      what: "Sales in the focal area compared with similar stores",
      how: "Only from your till data and only over a whole season; a first week proves nothing.",
    },
  ],
  limits: [
    "It doesn’t check shelves or count customers. Photographs of the finished store are still how you know.",
    "A scan can show faces, and phone numbers on notices. Look through it before publishing, and choose “Public” only for a shop that customers are meant to tour.",
  ],
};
