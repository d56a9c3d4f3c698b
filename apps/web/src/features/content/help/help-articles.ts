export interface HelpArticle {
  /** Its anchor on the page: `/help#id`. */
  readonly id: string;
  readonly topic: "Scans" | "Editor" | "Publishing" | "People" | "Visiting" | "Trouble";
  readonly title: string;
  readonly text: readonly string[];
  /** Search terms that don't occur in the text. */
  readonly alsoCalled: string;
}

/** In the order in which users run into the questions. */
export const helpArticles: readonly HelpArticle[] = [
  {
    id: "first-blueprint",
    topic: "Scans",
    title: "Create your first blueprint",
    text: [
      "Choose “New blueprint” on the dashboard. Enter a name and pick the kind of place. You can add the address and description later.",
      "Drop in a scan, or add one later. Your browser checks the file first and shows you what’s in it. “Create blueprint” starts the upload and opens the editor.",
      "The tray in the corner shows the upload on every page, so you can keep working.",
    ],
    alsoCalled: "start begin create new venue project",
  },
  {
    id: "choose-a-file",
    topic: "Scans",
    title: "Choose the right file to upload",
    text: [
      "If your scanner exports several formats, take GLB for meshes, LAZ or E57 for point clouds, SPZ or PLY for splats, a 2:1 JPEG for panoramas, and PDF or DXF for floor plans.",
      "If a mesh has several files, such as an OBJ with textures or a glTF with buffers, put them in one zip. Keep everything at the top level, or keep the folders your software created.",
      "Don’t reduce the scan yourself. The server creates a lighter version for the viewer and keeps the original.",
    ],
    alsoCalled: "format export obj zip texture matterport polycam faro leica recap iphone lidar",
  },
  {
    id: "refused-file",
    topic: "Trouble",
    title: "A file is rejected before the upload",
    text: [
      "The message tells you what’s wrong and how to fix it. The most common causes: the export didn’t finish, so the file is cut short; it’s a project file from the scanning software instead of an export; or it contains no geometry.",
      "The file name doesn’t matter. A LAZ file with the extension .las is read as LAZ.",
      "If there isn’t enough room for a file, your team is low on storage. Remove scans you no longer need, or ask an owner to get a larger plan.",
    ],
    alsoCalled: "error invalid unsupported cannot upload refused too large",
  },
  {
    id: "interrupted-upload",
    topic: "Trouble",
    title: "An upload was interrupted",
    text: [
      "Uploads continue after the last confirmed byte. Open Blueprint on the same computer and resume the upload from the tray or from the scan list in the editor.",
      "After a restart, your browser may ask for the file again, because web pages can’t open files on their own. Choose the same file. Blueprint recognizes it by its content, not its name.",
      "An upload that receives no data for seven days is discarded. Start it again after that.",
    ],
    alsoCalled: "resumed paused pause network lost stuck go on crash closed",
  },
  {
    id: "failed-conversion",
    topic: "Trouble",
    title: "Processing failed",
    text: [
      "The scan shows the reason. Your original is safe, and you can download it.",
      "Choose “Try again” to process the original once more. If the file itself is the problem, export it again and upload it as a new scan.",
      "Very large meshes may need more memory than the server allows. An operator can raise the limit.",
    ],
    alsoCalled: "conversion convert error stuck not ready retry",
  },
  {
    id: "download-original",
    topic: "Scans",
    title: "Get your original file back",
    text: [
      "Open the blueprint, go to its scans and choose “Download original”. You get exactly the file you uploaded, under the same name.",
      "This works on every plan, even if your team is over a limit or processing failed.",
    ],
    alsoCalled: "export backup takeout download",
  },
  {
    id: "place-anchor",
    topic: "Editor",
    title: "Place and describe an anchor",
    text: [
      "Press A or choose “Anchor”, then click a surface. Add a title and text in the panel on the right.",
      "To place one without a mouse, point the view at the spot, then press A and Enter. The anchor goes in the middle of the view.",
      "Select an anchor and press the arrow keys to move it 5 cm, or 50 cm with Shift. Page Up and Page Down change its height. You can also type its position.",
    ],
    alsoCalled: "hotspot tag pin label annotation marker note point of interest",
  },
  {
    id: "editor-keys",
    topic: "Editor",
    title: "Editor shortcuts",
    text: [
      "A places an anchor, V selects, F flies to the selected anchor, M switches between viewing from outside and walking inside, and H returns to the start view.",
      "/ searches the anchor list, Delete removes the selected anchor, and ? shows all shortcuts. Undo and redo use your computer’s usual keys.",
    ],
    alsoCalled: "shortcut keyboard hotkeys",
  },
  {
    id: "saved-or-not",
    topic: "Editor",
    title: "Check whether your changes are saved",
    text: [
      "Blueprint saves as you work, so there’s no save button. The top of the editor shows whether everything is saved on the server or how many changes are waiting.",
      "You can keep working offline. Your changes are sent when the connection returns. The page warns you if you close it before then.",
      "Undo reverses only your own changes, never a teammate’s.",
    ],
    alsoCalled: "autosave save offline lost changes undo",
  },
  {
    id: "history",
    topic: "Editor",
    title: "Look back, compare and bring things back",
    text: [
      "Choose “Show history” above the outline. It lists who edited when and what they did. Edits without a pause of ten minutes are one entry.",
      "Open an entry to see what it changed. “Show in 3D” shows the place as it was, before or after it; nothing can be edited there, and “Back to now” returns. “Highlight in 3D view” marks what has changed since.",
      "“Revert” returns one item to what it was before these edits. “Restore everything” returns the whole place to what it was after them. Both are edits, so others keep working and you can undo them. Comments stay.",
    ],
    alsoCalled: "history version restore undo earlier past who changed revert",
  },
  {
    id: "publish",
    topic: "Publishing",
    title: "Publish, update and take down a place",
    text: [
      "Choose “Publish” in the editor and decide who can open the place: its editors, your team, anyone with the link, anyone with the link and a password, or everyone. Only places open to everyone appear under “Discover”. At least one scan must be ready.",
      "Publishing saves what you see as a numbered version. Keep editing as long as you like. Visitors see the published version until you publish again. The outline marks what is new or changed since.",
      "Once it’s published, you get the link, its QR code and the code to embed it.",
      "Anchors, zones, tours and views can be for visitors, staff, contractors or robots. Team members see what staff see. Use “Share” to create links for the others and to revoke them.",
      "“Unpublish” closes the link immediately. Every version is kept, and publishing again reopens the same address.",
    ],
    alsoCalled:
      "go live share version unpublish visibility public unlisted private team audience staff contractor robot",
  },
  {
    id: "claims",
    topic: "Publishing",
    title: "Take over a place that is yours",
    text: [
      "Open “Claim a place”, paste the link of the place and choose the team that receives it. Then prove that you speak for the venue: with a code from a sign or letter there, or with a mail to the web domain that the place publishes. Without either, send the claim with what speaks for you.",
      "The team that has the place hears at once and has 14 days to agree or object. Without an objection, a proven claim moves the place to your team. After an objection, or without a proof, an operator decides, and you can appeal once. Your claim shows what happens next and when.",
      "If someone claims a place of your team, owners and admins find it on the dashboard. In a blueprint’s menu, “Claims” makes codes for people at the venue. A move can be undone for 30 days: ask for it on the claim.",
    ],
    alsoCalled: "claim ownership takeover verify domain dns code object appeal",
  },
  {
    id: "qr-signs",
    topic: "Publishing",
    title: "Print and hang QR signs",
    text: [
      "Open “Venue signs” and choose a published blueprint. Add signs: write where each hangs, one spot in each line, or select anchors. Each sign gets a number and a code that opens the place, a tour, a view or an anchor.",
      "“Make sheets” asks for the size, the paper and how far away people stand. Two decoders read every code from the finished sheet first; if one can’t, you learn which sign it is and what to change. Print at 100%, without fitting to the page.",
      "The first scan marks a sign as hung. The list shows scans of each sign, which ones nobody has scanned for 30 days, and which open something that is no longer published.",
      "If a sign is damaged or missing, open it and mark it for replacement: the new copy has the same code, and its scans and history stay. You can change what a code opens at any time, or retire it with a message. A code can also lead to your own web site, once the team has confirmed its domain in the settings.",
    ],
    alsoCalled: "qr code poster sign print kit materials pdf svg sticker lanyard tent card replace damaged scans",
  },
  {
    id: "invite",
    topic: "People",
    title: "Invite a teammate",
    text: [
      "Owners and admins invite people on “Team members”. Enter an email address and choose a role. The link in the email works once and only for that address. The email says until when.",
      "If it got lost, choose “Send again”. The old link stops working.",
      "Editors create and publish blueprints. Viewers look and comment. Admins can also invite people. Only an owner can make someone else an owner.",
    ],
    alsoCalled: "add user colleague role permission member",
  },
  {
    id: "invitation-does-not-work",
    topic: "Trouble",
    title: "An invitation doesn’t work",
    text: [
      "The page tells you why: it was already used, revoked, replaced by a newer one or has expired. Ask the person who invited you to send it again.",
      "If the invitation is for a different address than the account you’re signed in with, sign out first, or ask for an invitation to the address you use.",
    ],
    alsoCalled: "expired link join accept",
  },
  {
    id: "tasks",
    topic: "People",
    title: "Create and assign tasks",
    text: [
      "The workspace lists your team’s tasks. Choose “New task” and enter a title. You can add a note, a due date, an assignee, and the blueprint or anchor it’s about. Assignees are notified.",
      "Anyone who can comment can create and complete tasks. The creator, the assignee, owners and admins can edit a task. The creator, owners and admins can delete it.",
      "Completed tasks stay under “Done”, with who completed them and when. Clear the checkbox to reopen one.",
    ],
    alsoCalled: "to-do todo checklist assign due reminder work",
  },
  {
    id: "workflows",
    topic: "People",
    title: "Automate work with workflows",
    text: [
      "A workflow does something whenever an event happens. Owners and admins create workflows in the workspace and choose the trigger, such as a scan becoming ready or a visitor answering a form, for one blueprint or all of them.",
      "A workflow can create a task, send members an inbox message or an email, or call one of the team’s webhooks. It never writes to people outside the team. Placeholders in braces, such as {blueprint}, are filled in each time.",
      "“Run as a test” runs it immediately and shows the result. Test messages and emails go only to you. The log shows recent runs and why any failed. A workflow runs up to 60 times an hour; events beyond that are noted in the log.",
    ],
    alsoCalled: "automation automatic rule trigger notify zapier action when then hub",
  },
  {
    id: "password",
    topic: "People",
    title: "You forgot your password",
    text: [
      "Choose “Forgot your password?” on the sign-in page. We’ll email you a link. If it doesn’t arrive, check your spam folder, then ask an operator of your installation. Without a mail server, emails are kept as files on the server.",
    ],
    alsoCalled: "login sign in reset",
  },
  {
    id: "walk",
    topic: "Visiting",
    title: "Move around a place",
    text: [
      "From outside, drag to rotate, and scroll or pinch to zoom. Inside, walk with W A S D or the arrow keys, drag to look around, and click or tap the floor to go there.",
      "The anchor list is available in every view. Use Tab and Enter to choose an anchor and go to it.",
    ],
    alsoCalled: "navigate controls keyboard orbit phone touch",
  },
  {
    id: "text-version",
    topic: "Visiting",
    title: "Read a place as text",
    text: [
      "Every published place has a text version. Choose “Text version” in the viewer. It has the description, zones, tours and all anchors, with where each anchor is as seen from the start view.",
      "It needs no 3D graphics, works with screen readers and can be printed.",
    ],
    alsoCalled: "accessibility blind screen reader wcag slow computer no webgl",
  },
  {
    id: "slow-or-black",
    topic: "Trouble",
    title: "The view is blank or slow",
    text: [
      "The viewer needs WebGL 2. If it’s turned off in your browser, the page tells you and offers the text version.",
      "On an older phone, close other tabs first. Splats need more graphics power than meshes and panoramas.",
    ],
    alsoCalled: "webgl black screen performance lag",
  },
  {
    id: "reschedule",
    topic: "People",
    title: "Change or cancel a mapping visit",
    text: [
      "You arrange visits with an operator by email. To move or cancel one, reply to that email, or write to us below with the topic “Move or cancel a visit”. Include the venue and the date.",
    ],
    alsoCalled: "reschedule appointment booking date scanner cancel",
  },
];
