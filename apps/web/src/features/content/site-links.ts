import { articleRoutes } from "@blueprint/contract/routes";

interface SiteLink {
  readonly to: string;
  readonly label: string;
}

/** Links in the header of every public page. */
export const headLinks = [
  { to: "/how-it-works", label: "How it works" },
  { to: "/discover", label: "Discover" },
  { to: "/pricing", label: "Pricing" },
  { to: "/blog", label: "Places" },
  { to: "/help", label: "Help" },
] as const satisfies readonly SiteLink[];

export const articleLabels = {
  "/blog/warehouse-os": "Warehouses",
  "/blog/retail-os": "Shops",
  "/blog/property-os": "Property",
  "/blog/museum-os": "Museums",
  "/blog/hospitality-os": "Hotels",
  "/blog/restaurant-os": "Restaurants",
  "/blog/workplace-os": "Workplaces",
  "/blog/robotics-os": "Robot sites",
} as const satisfies Record<(typeof articleRoutes)[number], string>;

/** Every public page, grouped for the footer. */
export const footGroups = [
  {
    title: "Product",
    links: [
      { to: "/how-it-works", label: "How it works" },
      { to: "/pricing", label: "Pricing" },
      { to: "/discover", label: "Discover places" },
      { to: "/search", label: "Find a venue" },
      { to: "/claim-blueprint", label: "Claim a place" },
      { to: "/pilot-program", label: "Pilot program" },
    ],
  },
  { title: "Places", links: articleRoutes.map((to) => ({ to, label: articleLabels[to] })) },
  {
    title: "Your work",
    links: [
      { to: "/workspace", label: "Workspace" },
      { to: "/team-members", label: "Team members" },
      { to: "/manage-plan", label: "Plan" },
      { to: "/venue-materials", label: "Venue signs" },
      { to: "/scanner-portal", label: "Scanner portal" },
    ],
  },
  {
    title: "Answers",
    links: [
      { to: "/help", label: "Help" },
      { to: "/faq", label: "Questions" },
      { to: "/privacy", label: "Privacy" },
      { to: "/terms", label: "Terms" },
    ],
  },
] as const;
