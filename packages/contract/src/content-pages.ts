/** Title and description of every public page: the server writes them into the page for search engines. */
export const contentPages = {
  "/": {
    title: "Blueprint: your scan becomes a place people can walk",
    description: "Turn a scan into a place people can walk through, ask about and share, on your own server.",
  },
  "/pricing": {
    title: "Pricing · Blueprint",
    description:
      "Four plans, what each one includes, and what happens when you reach a limit. Published places never go dark.",
  },
  "/how-it-works": {
    title: "How it works · Blueprint",
    description: "From a scan file to a place with its own link: check, upload, convert, mark, publish, visit.",
  },
  "/discover": {
    title: "Discover places · Blueprint",
    description: "Places their owners made public. Search, pick an industry and walk in.",
  },
  "/search": {
    title: "Find a venue · Blueprint",
    description: "Find a venue by name or address, then open it, claim it or create it.",
  },
  "/help": {
    title: "Help · Blueprint",
    description: "Answers about scans, uploads, the editor, publishing, teams and visiting, and a way to write to us.",
  },
  "/faq": {
    title: "Questions and answers · Blueprint",
    description: "Short answers about scanners, file formats, privacy, limits, prices and taking your data with you.",
  },
  "/privacy": {
    title: "Privacy · Blueprint",
    description: "What an installation of Blueprint stores, why, for how long, and who decides.",
  },
  "/terms": {
    title: "Terms · Blueprint",
    description: "What you can expect from an installation of Blueprint, and what it expects from you.",
  },
  "/blog": {
    title: "Eight kinds of places · Blueprint",
    description:
      "What a walkable scan is good for in a warehouse, a shop, a museum, a hotel and four more, step by step.",
  },
  "/blog/warehouse-os": {
    title: "Warehouses: show the pick face before the first shift · Blueprint",
    description:
      "How an operations lead uses a walkable scan for induction, slotting changes and contractor briefings.",
  },
  "/blog/retail-os": {
    title: "Shops: one planogram everyone has stood in · Blueprint",
    description:
      "How a retail team rolls out a layout when the reference is a shop you can walk into instead of a PDF.",
  },
  "/blog/property-os": {
    title: "Property: the viewing before the viewing · Blueprint",
    description: "How an agent or a landlord uses a measured, walkable scan for lettings, handovers and repairs.",
  },
  "/blog/museum-os": {
    title: "Museums: the exhibition that stays after the van has left · Blueprint",
    description: "How a curator keeps a temporary exhibition walkable, readable and accessible after it comes down.",
  },
  "/blog/hospitality-os": {
    title: "Hotels: the question the front desk answers forty ways · Blueprint",
    description: "How a hotel uses a walkable scan for access questions, function rooms and new staff.",
  },
  "/blog/restaurant-os": {
    title: "Restaurants: a room guests can see before they book · Blueprint",
    description: "How a restaurant shows its private room, briefs new staff and answers access questions.",
  },
  "/blog/workplace-os": {
    title: "Workplaces: the first day without getting lost · Blueprint",
    description: "How a workplace team uses a walkable scan for induction, moves and contractor work.",
  },
  "/blog/robotics-os": {
    title: "Robot sites: agree on the floor before the robot does · Blueprint",
    description: "How a robotics engineer uses a shared scan for site surveys, hazards and remote incident reviews.",
  },
  "/claim-blueprint": {
    title: "Claim a place · Blueprint",
    description: "Did someone else publish your place? Ask an operator to review who it belongs to.",
  },
  "/pilot-program": {
    title: "Pilot program · Blueprint",
    description: "What a pilot is, what it takes, and how to apply.",
  },
  "/venue-materials": {
    title: "Signs for your venue · Blueprint",
    description: "Print QR signs that open a published place. Made in your browser, accurate to the millimetre.",
  },
} as const satisfies Record<`/${string}`, { title: string; description: string }>;

export type ContentPath = keyof typeof contentPages;

export function isContentPath(path: string): path is ContentPath {
  return Object.hasOwn(contentPages, path);
}
