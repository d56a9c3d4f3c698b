import type { Article } from "./article.ts";

export const workplaceOs: Article = {
  path: "/blog/workplace-os",
  reader: "For the workplace and facilities team",
  title: "Give the first day without getting lost.",
  lead: "A new colleague asks eleven people where things are. An electrician asks one, and waits for the answer. An office that can be walked from outside answers both, and the facilities inbox gets shorter.",
  job: {
    title: "The job: a building explains itself badly",
    text: [
      "Offices are signposted for fire, not for work. There is an arrow to the assembly point and none to the room that is called Fjord. Which of the cables wakes the screen, who may open the post room, why the third floor is cold on Mondays: people know, people leave.",
      "Facilities feels it as tickets. Half of them are not faults. They are questions about where and how, from new people, visitors, and colleagues who come in twice a month since they may work from home. The other half needs somebody from outside, who has to be met, briefed and walked to a riser cupboard.",
      "And then somebody decides to move two teams. For six weeks, a plan with coloured rectangles is discussed by people who cannot tell from it whether the printer will stand behind the door.",
    ],
  },
  without: {
    title: "A Monday in October",
    moments: [
      {
        time: "08:50",
        text: "Four starters at reception. The tour takes forty minutes; by the second floor nobody listens.",
      },
      {
        time: "10:00",
        text: "The video call in Fjord begins without picture. A colleague is fetched who knows about the second cable.",
      },
      {
        time: "11:30",
        text: "The electrician waits for the facilities manager, who waits for the lift. The distribution board is in the room behind the kitchen, as it turns out.",
      },
      {
        time: "15:00",
        text: "The move meeting. Somebody asks if there is daylight at the back. Nobody has been there lately.",
      },
    ],
  },
  with: {
    title: "The same Monday",
    moments: [
      {
        time: "Friday before",
        text: "The welcome mail holds the link. Starters walk from the street to their floor and find the lockers, the quiet room and the good coffee.",
      },
      {
        time: "10:00",
        text: "On the table in Fjord stands a QR sign. It opens the room at the screen, with three lines about the cables.",
      },
      {
        time: "11:30",
        text: "The electrician got another link with the order: which board, which key, what hangs on each breaker, whom to ring before switching.",
      },
      {
        time: "15:00",
        text: "The meeting stands at the back, together, on the screen. There is daylight until three. The decision takes ten minutes.",
      },
    ],
  },
  setup: [
    {
      title: "Scan on a weekend, floor by floor",
      text: "Lights on, doors open, screens off, desks clear. A 360° camera does a floor in a morning. If you plan refits, pay once for a laser scan in LAZ or E57 and use it for both.",
    },
    {
      title: "Look for what must not leave the house",
      text: "Whiteboards, name lists, badges on a hook, monitors, post-its. Clear them before you scan; erasing a wall afterwards is work. Tell people the date, and keep them out of the picture.",
    },
    {
      title: "One blueprint for colleagues, one for contractors",
      text: "Different readers, different secrets. The first holds rooms, lockers, printers, first aid, lactation and prayer rooms. The second holds boards, valves, risers, roof access and permit rules.",
    },
    {
      title: "Name anchors as people name things",
      text: "“Fjord (3.12), eight seats, screen” is found by both names. In the text write what to do first, then what to do if it fails, then whom to ask.",
    },
    {
      title: "Publish unlisted, never public",
      text: "The link goes into the welcome mail, the intranet and the order form. If it escapes, unpublish, and the address closes at once for everybody.",
    },
    {
      title: "Give it owners",
      text: "Invite office managers of each floor as editors and the works council as viewers. An anchor without an owner is a rumour within a year.",
    },
  ],
  measure: [
    {
      what: "Where-and-how tickets per week",
      how: "Tag them in the help desk for a month before. They should fall; faults should not.",
    },
    {
      what: "Minutes between a contractor's arrival and the first screw",
      how: "Ask them. They know to the minute, because they are paid by it.",
    },
    {
      what: "Meetings that start late for reasons of the room",
      how: "Let the room's sign carry a paper tally for two weeks. It is crude, and enough.",
    },
    {
      what: "Questions in the first week of a starter",
      how: "Ask starters to keep a list. Its length matters less than what stands on it.",
    },
  ],
  limits: [
    "It books no rooms and knows no occupancy, and it follows nobody. That is a feature to tell the works council.",
    "It is no fire plan. Escape routes are those on the approved plan at the wall; a scan may show a door that has been locked since.",
  ],
};
