import type { Article } from "./article.ts";

export const hospitalityOs: Article = {
  path: "/blog/hospitality-os",
  reader: "For the hotel manager",
  title: "Answer the question before the phone rings.",
  lead: "“Is there a step into the shower?” “Will sixty people fit at round tables?” The front desk answers both in forty different ways. A place guests can walk through answers them once, the same way for everyone.",
  job: {
    title: "The job: selling rooms people can’t see",
    text: [
      "A hotel sells square metres to people who are somewhere else. Most of them are satisfied with a photograph of the better room. Some can’t be: a guest with a wheelchair needs to know which side of the toilet is free, a planner needs to see whether the pillar hides the screen from table nine, a family wants to know if the connecting door is a door.",
      "These bookings are worth the most and get lost the most quietly. No one complains about the hotel that couldn’t say how wide the bathroom door is; they book the next one. And when they do get an answer, it depends on who picks up: the night auditor has never seen the accessible room with the lights on.",
      "The same place trains the people who answer. In their first week, a receptionist sees six rooms out of a hundred and ten.",
    ],
  },
  without: {
    title: "A Wednesday at the desk",
    moments: [
      {
        time: "09:10",
        text: "A guest asks about the shower in 112. The desk says “fully accessible”, because the system says so.",
      },
      {
        time: "11:00",
        text: "An event planner wants the ballroom with a stage. Sales sends a capacity chart and offers a site visit next week.",
      },
      {
        time: "16:30",
        text: "The guest arrives. There’s a fold-down seat, and it’s on the wrong side. Duty manager, apology, taxi to another house.",
      },
      {
        time: "22:15",
        text: "The new night auditor is asked where the second lift stops. She goes and looks; the desk is empty for six minutes.",
      },
    ],
  },
  with: {
    title: "The same Wednesday",
    moments: [
      {
        time: "09:10",
        text: "The desk sends the link to the real 112. The guest looks at the seat, asks for 114, which is its mirror image, and books.",
      },
      {
        time: "11:00",
        text: "The planner walks the ballroom during the call. At the pillar an anchor says what can be seen from behind it, and which layout avoids it.",
      },
      {
        time: "16:30",
        text: "The guest arrives and knows the way from the car to the room, because they walked the route the night before.",
      },
      {
        time: "22:15",
        text: "The auditor opens the house on the desk’s screen, finds the lift and sees which key it needs after ten.",
      },
    ],
  },
  setup: [
    {
      title: "Start with what’s hard to describe",
      text: "One accessible room of each layout, the function rooms empty and set, and the way from the kerb to the lift. Scan rooms on the day between departure and arrival, beds made.",
    },
    {
      title: "A 360° camera is enough for rooms",
      text: "Panoramas upload straight from the camera and show a bathroom honestly. For the ballroom, use a scan with geometry so planners can move freely.",
    },
    {
      title: "Create one blueprint per thing you sell",
      text: "A layout, a function room, the arrival. Small places open faster, and you can send each one on its own. Use the names your reservations team uses.",
    },
    {
      title: "Write anchors with a tape measure in your hand",
      text: "Door width, free space beside the bed, height of the seat, which side, what moves and what doesn’t. Add the number and the date. Ask a guest who needs it to check it once; they’ll find what you missed.",
    },
    {
      title: "Publish, and put the link where people ask",
      text: "On your site’s accessibility page, in the confirmation email for those rooms, in the sales deck. Public for rooms, unlisted for function rooms you want to talk about first.",
    },
    {
      title: "Invite the desk as viewers",
      text: "Viewers are free. Ask each newcomer to find five anchors in their first week, and to tell you which one is wrong.",
    },
  ],
  measure: [
    {
      what: "Access questions answered with a link",
      how: "Tag them in the inbox for a month, and note whether a booking followed.",
    },
    {
      what: "Relocations and refunds on arrival because of the room",
      how: "From the duty log. Each one was a sentence someone didn’t have.",
    },
    {
      what: "Site visits per confirmed event",
      how: "From the sales diary. You want fewer visits, by people who are closer to signing.",
    },
    {
      what: "Weeks until a newcomer can run the desk alone",
      how: "The supervisor’s own judgement, written down before and after.",
    },
  ],
  limits: [
    "It doesn’t know availability or prices. Bookings stay in your system.",
    "Don’t scan occupied rooms, staff faces or the back office with its key cabinet. Check for the safe’s manual on the shelf, too.",
  ],
};
