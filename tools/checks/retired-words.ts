import { listRepositoryFiles, readRepositoryFile } from "./repository-files.ts";

/** What a name is looked for in. */
interface Source {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

interface WordRule {
  /** What to write instead. */
  readonly instead: string;
  /** Names that use the word for the other thing. File names count as names in camel case. */
  readonly refused: RegExp;
  /** Where the rule holds; everywhere without it. */
  readonly within?: RegExp;
  /** Names that stay, each with its reason. */
  readonly allowed?: Readonly<Record<string, string>>;
  /** A source that breaks the rule. */
  readonly canary: Source;
}

/** Names in which one of the words stands before the noun. */
function compoundOf(noun: string, words: readonly string[]): RegExp {
  const before = words.map((word) => `^${word}|${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("|");
  return new RegExp(`(${before})${noun}s?(?![a-z])`);
}

/** Folders in which nobody signs in: there, a session is always something else. */
const withoutSignIn =
  /^(packages\/(uploads|scene|scans)|apps\/server\/src\/features\/uploads|apps\/server\/src\/features\/scene\/(?!scene-collaboration|scene\.test|testing\/)|apps\/web\/src\/features\/(editor|viewer|scans))/;

/** One word for one thing: the glossary of docs/architecture.md, as far as names can show it (decision 110). */
const wordRules: readonly WordRule[] = [
  {
    instead: "placement: where a scan is in the frame",
    refused: /^(?!understand$)\w*[a-z](Stand|Seat)s?$/,
    allowed: {
      requireEditorSeat: "a seat of the plan, as invoices call it",
      takesSeat: "a seat of the plan, as invoices call it",
    },
    canary: { path: "apps/web/src/features/viewer/scans/scan-stand.ts", text: "export const planted = 1;\n" },
  },
  {
    instead: "a word of its own: a session is a sign-in",
    refused: /^_?([a-z]\w*)?[sS]essions?([A-Z]\w*)?$/,
    within: withoutSignIn,
    allowed: {
      sessionPath: "a field of the API and of the browser's journal of uploads",
      sessions: "a field of the API: the change sets of a history",
      sessionStorage: "the browser's",
      requestSession: "WebXR's",
      setSession: "WebXR's, as three.js takes it",
      isSessionSupported: "WebXR's",
      useSession: "tells whether a visitor has signed in",
    },
    canary: { path: "packages/uploads/src/planted.ts", text: "export const findSession = 1;\n" },
  },
  {
    instead: "a word of its own: a session is a sign-in",
    refused: compoundOf("Session", ["edit", "scene", "document", "upload", "change", "continued", "journaled"]),
    canary: { path: "apps/web/src/lib/planted.ts", text: "export interface EditSession {}\n" },
  },
  {
    instead: "storey: a floor is a surface that people walk on",
    refused:
      /^(\w*[fF]loor(Kind|Name|Number|Id|Index|Label|List|Row|Choice|Chooser|Panel|Field|Inspector|Level)s?|\w*(Plan|Published|Scene|Venue)Floors?|(to|read|is|list|choose)Floors?|(storey|floor)Levels?)$/,
    allowed: {
      toFloor: "puts points of a test on the surface",
    },
    canary: { path: "packages/scene/src/planted.ts", text: "export function toFloorName() {}\n" },
  },
  {
    instead: "storey: a floor is a surface that people walk on",
    refused: /^Floors?$/,
    within: /^(packages\/(scene|contract)|apps\/web\/src\/features\/editor)\//,
    canary: { path: "packages/scene/src/planted.ts", text: "export interface Floor {}\n" },
  },
  {
    instead: "gizmo for handles, panel or page for a surround: a frame is a system of coordinates",
    refused: /^\w*[fF]rame(Handle|Line|Target|Drag|Place|Layout|Border)s?$|^has(Selection)?Frame$/,
    canary: { path: "apps/web/src/ui/planted.ts", text: "export const FrameHandles = 1;\n" },
  },
  {
    instead: "gizmo for handles, panel or page for a surround: a frame is a system of coordinates",
    refused: /^[A-Z]\w*Frame$/,
    within: /\.tsx$/,
    canary: { path: "apps/web/src/ui/photo-frame.tsx", text: "export function Planted() {}\n" },
  },
  {
    instead: "position, location, slot or reference: a place is a venue as its visitors see it",
    refused: compoundOf("Place", [
      ...["webhook", "workflow", "task", "run", "cluster", "object", "file", "upload", "outline", "drop", "step"],
      ...["scan", "panorama", "picture", "texture", "anchor", "frame", "handle", "pin", "cell", "vertex", "geographic"],
      ...["said", "same", "second", "nearest"],
    ]),
    canary: { path: "apps/server/src/features/tasks/planted.ts", text: "export interface TaskPlace {}\n" },
  },
];

const code = /(?<!\.gen)\.(ts|tsx|mjs|js)$/;
const commentsAndTexts = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** Names in the repository that use a word of the glossary for something else, with the rule that they break. */
export function findRetiredWords(): string[] {
  return listRepositoryFiles()
    .filter((path) => code.test(path))
    .flatMap((path) => findRetiredNames({ path, text: readRepositoryFile(path) }));
}

/** The names of one source that use a word of the glossary for something else. */
export function findRetiredNames(source: Source): string[] {
  const names = listNames(source);
  return wordRules.flatMap((rule) =>
    [...names]
      .filter((name) => breaks(rule, source.path, name))
      .map((name) => `${source.path}: ${name}. Say ${rule.instead}`),
  );
}

/** Rules that miss their canary, and exceptions that nothing needs any more. */
export function findDeadWordRules(): string[] {
  const sources = listRepositoryFiles()
    .filter((path) => code.test(path))
    .map((path) => ({ path, names: listNames({ path, text: readRepositoryFile(path) }) }));
  return wordRules.flatMap((rule) => {
    const { canary, allowed = {}, refused, within } = rule;
    const isCaught = [...listNames(canary)].some((name) => breaks(rule, canary.path, name));
    const isNeeded = (name: string) =>
      refused.test(name) && sources.some(({ path, names }) => (within?.test(path) ?? true) && names.has(name));
    return [
      ...(isCaught ? [] : [`A canary lives: ${canary.path}: ${canary.text.trim()}`]),
      ...Object.keys(allowed)
        .filter((name) => !isNeeded(name))
        .map((name) => `The exception for ${name} is no longer needed.`),
    ];
  });
}

function breaks({ refused, within, allowed = {} }: WordRule, path: string, name: string): boolean {
  return (within?.test(path) ?? true) && refused.test(name) && !Object.hasOwn(allowed, name);
}

/** Identifiers, and the file's own name in camel case and in Pascal case. */
function listNames({ path, text }: Source): Set<string> {
  const own = path.slice(path.lastIndexOf("/") + 1).split(".")[0]!;
  const camel = own.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const withoutTexts = text.replaceAll(commentsAndTexts, " ").replaceAll(/`[^`]*`/g, toInsertions);
  const identifiers = withoutTexts.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return new Set([camel, camel.charAt(0).toUpperCase() + camel.slice(1), ...identifiers]);
}

/** What a template's text is filled with. */
function toInsertions(template: string): string {
  return (template.match(/\$\{[^}]*\}/g) ?? []).join(" ");
}
