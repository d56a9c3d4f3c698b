import type { Article } from "./article.ts";

export const workplaceOs: Article = {
  path: "/blog/workplace-os",
  reader: "For the workplace and facilities team",
  title: "Give people a first day without getting lost.",
  lead: "A new colleague asks eleven people where things are. An electrician asks one, and waits for the answer. An office people can walk through before they arrive answers both, and the facilities inbox gets shorter.",
  job: {
    title: "The job: a building explains itself badly",
    text: [
      "Offices are signposted for fire, not for work. There’s an arrow to the assembly point and none to the room called Fjord. Which cable wakes the screen, who can open the post room, why the third floor is cold on Mondays: people know, people leave.",
      "Facilities sees it as tickets. Half of them aren’t faults. They’re questions about where and how, from new people, visitors, and colleagues who work from home and come in twice a month. The other half needs someone from outside, who has to be met, briefed and walked to a riser cupboard.",
      "And then someone decides to move two teams. For six weeks, people discuss a plan with coloured rectangles that doesn’t show whether the printer will end up behind the door.",
    ],
  },
  without: {
    title: "A Monday in October",
    moments: [
      {
        time: "08:50",
        text: "Four starters at reception. The tour takes forty minutes; by the second floor no one is listening.",
      },
      {
        time: "10:00",
        text: "The video call in Fjord starts without a picture. Someone fetches the colleague who knows about the second cable.",
      },
      {
        time: "11:30",
        text: "The electrician waits for the facilities manager, who waits for the lift. The distribution board is in the room behind the kitchen, as it turns out.",
      },
      {
        time: "15:00",
        text: "The move meeting. Someone asks if there’s daylight at the back. No one has been there lately.",
      },
    ],
  },
  with: {
    title: "The same Monday",
    moments: [
      {
        time: "Friday before",
        text: "The welcome email has the link. Starters walk from the street to their floor and find the lockers, the quiet room and the good coffee.",
      },
      {
        time: "10:00",
        text: "There’s a QR sign on the table in Fjord. It opens the room, with three lines about the cables at the screen.",
      },
      {
        time: "11:30",
        text: "The electrician got a different link with the order: which board, which key, what each breaker feeds, who to call before switching.",
      },
      {
        time: "15:00",
        text: "The meeting looks at the back together, on the screen. There’s daylight until three. The decision takes ten minutes.",
      },
    ],
  },
  setup: [
    {
      title: "Scan on a weekend, floor by floor",
      text: "Lights on, doors open, screens off, desks clear. A 360° camera does a floor in a morning. If you plan refits, pay once for a laser scan in LAZ or E57 and use it for both.",
    },
    {
      title: "Look for what shouldn’t leave the building",
      text: "Whiteboards, name lists, badges on a hook, monitors, post-its. Clear them before you scan; blanking a wall afterwards is work. Tell people the date, and keep them out of the picture.",
    },
    {
      title: "One blueprint for colleagues, one for contractors",
      text: "Different readers, different secrets. The first has rooms, lockers, printers, first aid, lactation and prayer rooms. The second has boards, valves, risers, roof access and permit rules.",
    },
    {
      title: "Name anchors the way people name things",
      text: "“Fjord (3.12), eight seats, screen” comes up under both names. In the text, write what to do first, then what to do if it fails, then who to ask.",
    },
    {
      title: "Publish unlisted, never public",
      text: "Put the link in the welcome email, the intranet and the order form. If it gets out, unpublish, and the link closes right away for everyone.",
    },
    {
      title: "Give it owners",
      text: "Invite each floor’s office manager as an editor and the works council as viewers. An anchor without an owner is a rumour within a year.",
    },
  ],
  measure: [
    {
      what: "Where-and-how tickets per week",
      how: "Tag them in the help desk for a month before. They should fall; faults shouldn’t.",
    },
    {
      what: "Minutes between a contractor’s arrival and the first screw",
      how: "Ask them. They know to the minute, because that’s how they’re paid.",
    },
    {
      what: "Meetings that start late because of the room",
      how: "Keep a paper tally on the room’s sign for two weeks. It’s crude, but enough.",
    },
    {
      what: "Questions in a starter’s first week",
      how: "Ask starters to keep a list. How long it is matters less than what’s on it.",
    },
  ],
  limits: [
    "It doesn’t book rooms, track occupancy or follow anyone. Tell the works council: that’s a feature.",
    "It isn’t a fire plan. Escape routes are the ones on the approved plan on the wall; a scan may show a door that has been locked since.",
  ],
};
