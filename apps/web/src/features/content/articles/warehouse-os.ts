import type { Article } from "./article.ts";

export const warehouseOs: Article = {
  path: "/blog/warehouse-os",
  reader: "For the operations lead",
  title: "Show the pick face before the first shift.",
  lead: "Agency staff arrive at six and are expected to find bay 14 by seven. A scan of the hall that they have walked at home is the cheapest hour of training you can give.",
  job: {
    title: "The job: people who know the hall before they enter it",
    text: [
      "A warehouse is a machine made of habits. Regulars know that aisle F is one-way, that the charging bay starts behind the blue posts, and that slow movers sit on the mezzanine because nobody wanted to lose ground level to them. None of it is on the slotting sheet. It is handed on by walking beside somebody, and in the weeks before peak there is nobody free to walk beside.",
      "The same knowledge is missing whenever a stranger comes in: the racking inspector, the sprinkler firm, the driver who was told dock seven. Each of them costs a supervisor a walk, and each walk takes place in a traffic plan that was drawn without them.",
    ],
  },
  without: {
    title: "A day with paper",
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
        text: "The sprinkler firm arrives to look at two valves. Nobody remembers which bay hides the second one. A shift manager leaves the desk to search with them.",
      },
      {
        time: "14:00",
        text: "Slotting moves the promotion line closer to packing. The change goes out as a spreadsheet. The late shift learns about it from empty locations.",
      },
    ],
  },
  with: {
    title: "The same day with a walkable hall",
    moments: [
      {
        time: "The evening before",
        text: "The agency forwards a link. People walk from the entrance to the lockers, along the pedestrian lane to packing, and read what stands at the crossing.",
      },
      {
        time: "05:45",
        text: "The briefing asks three questions instead of telling thirty things. Whoever cannot say where pedestrians cross gets the walk; the others start.",
      },
      {
        time: "10:15",
        text: "The sprinkler firm got the link with the work order. Both valves have an anchor that says which bay must be emptied first and whom to ask.",
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
      text: "A tripod or backpack laser scanner that exports LAZ or E57 suits long aisles; phone scans drift in them. Park the trucks, leave the racking full, and close dock doors because daylight blinds the scanner.",
    },
    {
      title: "Upload it as it is",
      text: "Make a blueprint of the kind “Warehouse” and drop the file on it. Large clouds take a while to travel; the upload survives a closed laptop, and the conversion runs without you.",
    },
    {
      title: "Place the first twenty anchors",
      text: "Start with what strangers get wrong: pedestrian crossings, one-way aisles, charging bay, eyewash, assembly point, isolation valves, docks by number. Title first, then two sentences: what it is, what to do.",
    },
    {
      title: "Write for the handheld",
      text: "People read it on a phone with one glove off. Begin with the verb: “Stop, look left, make eye contact.” Keep location codes exactly as the system prints them, so that searching finds them.",
    },
    {
      title: "Publish unlisted, and print signs",
      text: "An unlisted place opens only for those who have the link. Put its QR sign at goods-in, in the break room and on the contractors' desk.",
    },
    {
      title: "Invite the people who keep it true",
      text: "Make one team leader of each shift an editor. When they move a line, they move its anchor and publish. A hall that is right for a month and wrong afterwards is worse than none.",
    },
  ],
  measure: [
    {
      what: "Minutes of accompanied walking per newcomer",
      how: "Let team leaders write them down for two weeks before and two weeks after. It is the number that pays for the work.",
    },
    {
      what: "First-day picks against the site's own target",
      how: "Your warehouse system has them already. Compare groups who had the link with groups who had not, in the same season.",
    },
    {
      what: "Pedestrian near misses at marked crossings",
      how: "From the near-miss book. Expect more reports at first, because people now know the name of the place.",
    },
    {
      what: "Supervisor time per contractor visit",
      how: "Note arrival, and the moment the supervisor is back at the desk.",
    },
  ],
  limits: [
    "It knows no stock and no live position of trucks. Keep locations in your system and link them by their names.",
    "Keep-out zones are drawn for people to read, and measured distances come with their uncertainty. Do not take clearances or rack loads from a scan; ask the inspector.",
  ],
};
