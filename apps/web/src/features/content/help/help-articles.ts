export interface HelpArticle {
  /** Its address on the page: `/help#id`. */
  readonly id: string;
  readonly topic: "Scans" | "Editor" | "Publishing" | "People" | "Visiting" | "Trouble";
  readonly title: string;
  readonly text: readonly string[];
  /** Words that people type and the text does not use. */
  readonly alsoCalled: string;
}

/** In the order in which somebody meets the questions. */
export const helpArticles: readonly HelpArticle[] = [
  {
    id: "first-blueprint",
    topic: "Scans",
    title: "Make your first blueprint",
    text: [
      "Choose “New blueprint” on the dashboard. Give it a name and say what kind of place it is. Address and description can wait.",
      "Drop a scan on the sheet, or leave that for later. The file is looked at in your browser first, and you see what it holds. “Create blueprint” starts the upload and opens the editor.",
      "The tray in the corner shows the upload wherever you go. You do not have to wait in front of it.",
    ],
    alsoCalled: "start begin create new venue project",
  },
  {
    id: "choose-a-file",
    topic: "Scans",
    title: "Choose the right file to upload",
    text: [
      "If your scanner exports several formats, take GLB for meshes, LAZ or E57 for point clouds, SPZ or PLY for splats, a 2:1 JPEG for panoramas, and PDF or DXF for floor plans.",
      "A mesh of several files, such as OBJ with its textures or glTF with its buffers, goes into one zip. Put everything at the top level of the zip or keep the folders as the program wrote them.",
      "Leave the scan as accurate as it is. It is made lighter for the viewer on the server, and the original is kept.",
    ],
    alsoCalled: "format export obj zip texture matterport polycam faro leica recap iphone lidar",
  },
  {
    id: "refused-file",
    topic: "Trouble",
    title: "A file is refused before the upload",
    text: [
      "The sheet names the cause and the remedy. The most common ones: the file is cut short because its export did not finish, it is a project file of the scanner's program instead of an export, or it holds no geometry.",
      "The name of a file does not matter. A LAZ file that is called .las is read as what it is.",
      "If the sheet says that a file does not fit, the team's storage is too full for it. Remove scans that nobody needs, or ask the owner for a larger plan.",
    ],
    alsoCalled: "error invalid unsupported cannot upload rejected too large",
  },
  {
    id: "interrupted-upload",
    topic: "Trouble",
    title: "An upload was interrupted",
    text: [
      "Nothing that the server confirmed is sent again. Open Blueprint on the same computer and go on from the tray, or from the list of scans in the editor.",
      "After a restart the browser may ask for the file again, because pages must not open files by themselves. Choose the same file: it is recognised by its content, not by its name.",
      "An upload without a single byte for seven days is forgotten. Start it again then.",
    ],
    alsoCalled: "resume paused network lost stuck continue crash closed browser",
  },
  {
    id: "failed-conversion",
    topic: "Trouble",
    title: "A conversion failed",
    text: [
      "The scan says why in plain words. Your original is safe and can be downloaded.",
      "“Try again” converts it from the kept original. If the cause is in the file, export it once more from the program it came from and upload the new file as another scan.",
      "Very large meshes may need more memory than the server gives one conversion. An operator can raise that limit.",
    ],
    alsoCalled: "processing error stuck not ready retry memory",
  },
  {
    id: "download-original",
    topic: "Scans",
    title: "Get your original file back",
    text: [
      "Open the blueprint, go to its scans and choose “Download original”. You get the same bytes under the same name.",
      "This works on every plan, also when the team is over a limit and when the conversion failed.",
    ],
    alsoCalled: "export backup takeout download",
  },
  {
    id: "place-anchor",
    topic: "Editor",
    title: "Place and describe an anchor",
    text: [
      "Press A or choose “Anchor”, then click a surface. The anchor sits on it. Write a title and a text on the right.",
      "Without a mouse: look at the spot, press A and then Enter. The anchor is placed in the middle of the view.",
      "Select an anchor and use the arrow keys to move it by 5 cm, with Shift by 50 cm. Page up and Page down change its height. Its position can also be typed.",
    ],
    alsoCalled: "hotspot tag pin label annotation marker note point of interest",
  },
  {
    id: "editor-keys",
    topic: "Editor",
    title: "Keys of the editor",
    text: [
      "A places an anchor, V selects, F flies to the selected anchor, M switches between looking from outside and walking inside, H goes back to the start view.",
      "/ searches the list of anchors, Delete removes the selected one, and ? shows all keys. Undo and redo are as in every program on your computer.",
    ],
    alsoCalled: "shortcuts keyboard hotkeys",
  },
  {
    id: "saved-or-not",
    topic: "Editor",
    title: "Whether a change is saved",
    text: [
      "There is no save button. The top of the editor says whether everything is on the server's disk, or how much still waits.",
      "Without a network you can go on working. What waits is sent when the connection is back. The page warns you if you close it before.",
      "Undo takes back your own steps and never a teammate's.",
    ],
    alsoCalled: "autosave save offline lost changes undo history",
  },
  {
    id: "publish",
    topic: "Publishing",
    title: "Publish, update and take down a place",
    text: [
      "Choose “Publish” in the editor, and who may open it: those who may edit it, the members of the team, anyone with the link, anyone with the link and a password, or anyone, with a place in the discovery list. At least one scan must be ready.",
      "Publishing freezes what you see as a numbered version. Go on editing as long as you like; visitors see the old version until you publish again.",
      "Anchors, zones, tours and views can be for visitors, staff, contractors or robots. Members of the team who open the place see what staff see; “Share” makes links for the others, and takes them back.",
      "“Unpublish” closes the link at once. All versions are kept, and publishing again opens the same address.",
    ],
    alsoCalled:
      "go live share version unpublish visibility public unlisted private team audience staff contractor robot",
  },
  {
    id: "qr-signs",
    topic: "Publishing",
    title: "Print QR signs for the venue",
    text: [
      "Open “Venue signs”, choose a published blueprint and the size of the signs. Download the sheet as SVG, or print it and choose “Save as PDF” in the print dialog.",
      "Print at 100 %, without fitting to the page, or the signs come out smaller than they say. Hang a sign where the light does not mirror in it, at about 1.4 m, and try it with your own phone.",
      "The code holds the link itself. It goes on working as long as the place is published.",
    ],
    alsoCalled: "qr code poster sign print kit materials pdf svg",
  },
  {
    id: "invite",
    topic: "People",
    title: "Invite a teammate",
    text: [
      "Owners and admins invite people on “Team members”. Type the address and choose a role. The link in the mail works once, for seven days, and only for that address.",
      "If it got lost, choose “Send again”. The former link ends with that.",
      "An editor makes and publishes blueprints, a viewer looks, an admin also invites. Only an owner can make another owner.",
    ],
    alsoCalled: "add user colleague role permission member",
  },
  {
    id: "invitation-does-not-work",
    topic: "Trouble",
    title: "An invitation does not work",
    text: [
      "The page says why: it was used already, withdrawn, replaced by a newer one, or seven days have gone by. Ask the person who invited you to send it again.",
      "If it is for another address than the account you are signed in with, sign out first, or ask for an invitation to the address you use.",
    ],
    alsoCalled: "expired link join accept",
  },
  {
    id: "tasks",
    topic: "People",
    title: "Keep tasks and give them to teammates",
    text: [
      "The workspace lists what is to be done in your team. “New task” takes a title; a note, a day, somebody it is given to, and the blueprint or anchor it is about may follow. Who is given a task is told.",
      "Everybody who may comment makes tasks and ticks them off. Who made a task, who it is given to, owners and admins may change it; who made it, owners and admins may delete it.",
      "Done tasks are kept under “Done”, with who ticked them off and when. Untick one to open it again.",
    ],
    alsoCalled: "to-do todo checklist assign due reminder work",
  },
  {
    id: "workflows",
    topic: "People",
    title: "Let something happen by itself",
    text: [
      "A workflow on the workspace says: when something happens, do something. Owners and admins choose what it waits for, such as a scan that is ready or a visitor's answer to a form, for all blueprints or for one.",
      "It then makes a task, leaves a message in the inbox, sends an e-mail to members, or calls a webhook of the team. It never writes to anybody outside of the team. Words in braces, such as {blueprint}, are filled in each time.",
      "“Run as a test” does it at once and says what was done; messages and e-mails of a test go to you alone. The log of each workflow shows its last runs and why one failed. A workflow runs at most 60 times an hour; what comes beyond is noted in the log.",
    ],
    alsoCalled: "automation automatic rule trigger notify zapier action when then hub",
  },
  {
    id: "password",
    topic: "People",
    title: "You forgot your password",
    text: [
      "Choose “Forgotten your password?” on the sign-in page. A link comes by mail. If nothing arrives, look into the folder for unwanted mail, then ask an operator of your installation: without a mail server, mails are kept as files on the server.",
    ],
    alsoCalled: "login sign in reset",
  },
  {
    id: "walk",
    topic: "Visiting",
    title: "Move in a place",
    text: [
      "From outside: drag to turn, wheel or pinch to come nearer. Inside: W A S D or the arrow keys to walk, drag to look, click or tap the floor to go there.",
      "The list of anchors goes with every view. Tab and Enter choose one and take you there.",
    ],
    alsoCalled: "navigate controls keyboard orbit phone touch",
  },
  {
    id: "text-version",
    topic: "Visiting",
    title: "Read a place as text",
    text: [
      "Every published place has a text version. Choose “Text version” in the viewer. It holds the description, all anchors and where each one is, seen from the start.",
      "It needs no 3D graphics, works with every screen reader and can be printed.",
    ],
    alsoCalled: "accessibility blind screen reader wcag slow computer no webgl",
  },
  {
    id: "slow-or-black",
    topic: "Trouble",
    title: "The picture stays empty or stutters",
    text: [
      "The viewer needs WebGL 2. If the browser has switched it off, the page says so and offers the text version.",
      "On an old phone close other tabs first. Splats ask more of a device than meshes and panoramas.",
    ],
    alsoCalled: "webgl black screen performance lag",
  },
  {
    id: "reschedule",
    topic: "People",
    title: "Change or cancel a mapping visit",
    text: [
      "A visit is agreed with an operator by e-mail. To move or to cancel it, answer that mail, or write below with the topic “Move or cancel a visit” and name the venue and the day.",
    ],
    alsoCalled: "reschedule appointment booking date scanner cancel",
  },
];
