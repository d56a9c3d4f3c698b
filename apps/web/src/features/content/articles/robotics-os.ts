import type { Article } from "./article.ts";

export const roboticsOs: Article = {
  path: "/blog/robotics-os",
  reader: "For the robotics engineer",
  title: "Agree on the floor before the robot does.",
  lead: "Your occupancy grid knows where the walls are. It doesn’t know why the robot stops at the glass lift every afternoon. A shared scan is where engineers, integrators and the site’s own people talk about the same two square metres.",
  job: {
    title: "The job: everything about a site that isn’t on the map",
    text: [
      "Commissioning a mobile robot is a conversation between people who have never stood in the same place together. The customer says the corridor is free. The integrator was there on a Sunday. The engineer has a two-dimensional slice at lidar height, in which a table is four dots and a glass wall is a rumour.",
      "The planner is rarely what goes wrong. It’s the floor seam that lifts a caster, the mirrored plinth, the fire door that’s wedged open in the morning but not in the afternoon, the shelf that overhangs above the laser plane. Each is found once, written into a ticket as “near the lift”, and found again by the next person.",
      "A survey scan that everyone can walk, with those spots marked in it, turns anecdotes into coordinates.",
    ],
  },
  without: {
    title: "A deployment by slide deck",
    moments: [
      {
        time: "Week 1",
        text: "Site survey: two hundred photographs and a floor plan whose last revision moved a wall.",
      },
      {
        time: "Week 3",
        text: "The robot stops in front of the lift lobby. Remote support sees the log: no valid path. Someone on site films it with a phone.",
      },
      {
        time: "Week 4",
        text: "The cause is the afternoon sun through glass. The fix is a strip of film at thirty centimetres. It’s described in a chat that ends with the project.",
      },
      { time: "Week 9", text: "Second site, same architect, same glass. New engineer." },
    ],
  },
  with: {
    title: "The same deployment on a shared scan",
    moments: [
      {
        time: "Week 1",
        text: "The survey is one laser scan. Likely trouble spots get anchors right away: glass, ramp, seam, door with closer, radio shadow.",
      },
      {
        time: "Week 2",
        text: "The site’s caretaker walks through from home and adds what no survey shows: the cleaning machine parks here until nine.",
      },
      {
        time: "Week 3",
        text: "Everyone reviews the stop in the scan, from where the robot stood. The overhang above the laser plane is visible to all three parties at once.",
      },
      { time: "Week 9", text: "The second site starts from a list of anchor titles that were needed at the first." },
    ],
  },
  setup: [
    {
      title: "Scan the geometry you’ll argue about",
      text: "Use a static laser scanner that exports E57 or LAZ. Set up stations so the lowest forty centimetres are covered on both sides of furniture. Treat glass as missing and mark it by hand.",
    },
    {
      title: "Know the frame",
      text: "Upload it as is. The viewer works in metres with y up and shows anchor positions in that frame. Write the transform to your robot’s map in the blueprint’s description: two well-separated points measured in both frames, and the residual.",
    },
    {
      title: "Use a fixed vocabulary for titles",
      text: "“HAZARD glass”, “DOOR closer 18 N”, “DOCK 2”, “RAMP”, “RF shadow”. One word in capitals, then the specifics. People can search for it, and stop inventing synonyms.",
    },
    {
      title: "Put evidence in the text",
      text: "Date, ticket, firmware, what was observed, what was changed. If a log gives you a position, you can enter it to the centimetre.",
    },
    {
      title: "Publish one version per site state",
      text: "Before installation, after it, after each refit. Versions are frozen and numbered, so an incident report can name the one that was current that day.",
    },
    {
      title: "Read it from code",
      text: "A published place is available as JSON at /api/published/ followed by its name: every anchor with title, text, position and surface normal. Filter by the capitalized word and compare with your own annotations.",
    },
  ],
  measure: [
    {
      what: "Interventions per hundred runs, by anchor",
      how: "From your fleet log, assigned to the nearest marked spot. Spots with a name get fixed.",
    },
    {
      what: "Days from first stop to agreed cause",
      how: "From the tickets. Waiting and describing take up the time, not engineering.",
    },
    {
      what: "Site visits per deployment",
      how: "Count trips, by reason. “To look at it” should disappear from the list.",
    },
    {
      what: "Findings repeated at the next site",
      how: "Compare anchor titles between sites. A repeated one is a missing line in your survey protocol.",
    },
  ],
  limits: [
    "Zones, including keep-out zones, export as GeoJSON. There’s no occupancy mask to export: build the robot’s map from its own sensors.",
    "Nothing here is a safety function. Protective fields, speeds and risk assessment stay with the standard you certify against, and with the real floor.",
  ],
};
