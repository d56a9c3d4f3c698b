import type { Article } from "./article.ts";

export const warehouseOs: Article = {
  path: "/blog/warehouse-os",
  reader: "For the operations lead",
  title: "Show the pick face before the first shift.",
  lead: "Agency staff arrive at six and are expected to find bay 14 by seven. A scan of the hall that they’ve already walked at home is the cheapest hour of training you can give.",
  job: {
    title: "The job: people who know the hall before they enter it",
    text: [
      "A warehouse is a machine made of habits. Regulars know that aisle F is one-way, that the charging bay starts behind the blue posts, and that slow movers sit on the mezzanine because no one wanted to give up ground level for them. None of it is on the slotting sheet. You learn it by walking beside someone, and in the weeks before peak no one is free to walk with you.",
      "The same knowledge is missing whenever a stranger comes in: the racking inspector, the sprinkler firm, the driver who was told dock seven. Each of them costs a supervisor a walk, through a traffic plan that wasn’t drawn with visitors in mind.",
    ],
  },
  without: {
    title: "A day on paper",
    moments: [
      {
        time: "05:45",
        text: "Eleven agency workers stand at goods-in. The team leader reads out the traffic rules and points. Half of what she points at is behind racking.",
      },
      {
        time: "07:30",
        text: "A picker asks for location 14-C-2, is sent to the wrong end, and crosses the reach-truck aisle to come back.",
      },
      {
        time: "10:15",
        text: "The sprinkler firm arrives to look at two valves. No one remembers which bay hides the second one. A shift manager leaves the desk to help them look.",
      },
      {
        time: "14:00",
        text: "Slotting moves the promotion line closer to packing. The change goes out as a spreadsheet. The late shift finds out when the locations are empty.",
      },
    ],
  },
  with: {
    title: "The same day with a walkable hall",
    moments: [
      {
        time: "The evening before",
        text: "The agency forwards a link. People walk from the entrance to the lockers, along the pedestrian lane to packing, and read the note at the crossing.",
      },
      {
        time: "05:45",
        text: "The briefing asks three questions instead of listing thirty rules. Anyone who can’t say where pedestrians cross gets the tour; the others start work.",
      },
      {
        time: "10:15",
        text: "The sprinkler firm got the link with the work order. Both valves have an anchor that says which bay to empty first and who to ask.",
      },
      {
        time: "14:00",
        text: "The new promotion line is marked before it is moved. Both shifts read the same anchor, and the next version is published when the stock is down.",
      },
    ],
  },
  setup: [
    {
      title: "Scan on a Sunday",
      text: "A tripod or backpack laser scanner that exports LAZ or E57 suits long aisles, where phone scans drift. Park the trucks, leave the racking full, and close dock doors because daylight blinds the scanner.",
    },
    {
      title: "Upload it as is",
      text: "Create a blueprint, choose “Warehouse” as the kind of place and drop in the file. Large point clouds take a while to upload; you can close the laptop and resume later, and the conversion runs without you.",
    },
    {
      title: "Place the first twenty anchors",
      text: "Start with what newcomers get wrong: pedestrian crossings, one-way aisles, charging bay, eyewash, assembly point, isolation valves, docks by number. Title first, then two sentences: what it is, what to do.",
    },
    {
      title: "Write for the handheld",
      text: "People read it on a phone with one glove off. Begin with the verb: “Stop, look left, make eye contact.” Keep location codes exactly as the system prints them, so people can search for them.",
    },
    {
      title: "Publish unlisted, and print signs",
      text: "Only people with the link can open an unlisted place. Put its QR sign at goods-in, in the break room and on the contractors’ desk.",
    },
    {
      title: "Invite the people who keep it up to date",
      text: "Make one team leader per shift an editor. When they move a line, they move its anchor and publish. A hall that’s right for a month and wrong after that is worse than none.",
    },
  ],
  measure: [
    {
      what: "Minutes of escorted walking per newcomer",
      how: "Let team leaders write them down for two weeks before and two weeks after. This is the number that pays for the work.",
    },
    {
      what: "First-day picks against the site’s own target",
      how: "Your warehouse system has them already. Compare groups with and without the link in the same season.",
    },
    {
      what: "Pedestrian near misses at marked crossings",
      how: "From the near-miss book. Expect more reports at first, because people now have a name for the spot.",
    },
    {
      what: "Supervisor time per contractor visit",
      how: "Note when the contractor arrives and when the supervisor is back at the desk.",
    },
  ],
  limits: [
    "It doesn’t know stock levels or where trucks are. Keep locations in your own system and use the same names here.",
    "Keep-out zones are for people to read, and measured distances come with an uncertainty. Don’t take clearances or rack loads from a scan; ask the inspector.",
  ],
};
