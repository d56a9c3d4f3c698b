import type { KnowledgeKind } from "@blueprint/contract/guide";
import type { OpeningHours, VenueFact } from "@blueprint/contract/opening-hours";
import type { PublishedAnchor, PublishedScene } from "@blueprint/contract/published";
import type { PublishedAnchorContent } from "@blueprint/contract/published-content";
import { describeHours, hoursLanguages, hoursTitles, hoursWords } from "./hours.ts";
import { findAnchorWords, findTourWords, findZoneWords } from "./type-words.ts";
import { toCut } from "./words.ts";

/** A piece of text about one thing in a place, short enough to be read as an answer. */
export interface Passage {
  readonly kind: KnowledgeKind;
  /** A fact's name; empty for the place itself and its opening hours. */
  readonly objectId: string;
  /** Page of a document, from 1; null for everything else. */
  readonly page: number | null;
  /** BCP 47 tag of a translation; null for the original text. */
  readonly language: string | null;
  readonly title: string;
  readonly text: string;
  /** Words by which it is also found, because its type says them; empty if there are none. */
  readonly typeWords: string;
}

interface DescribedPlace {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly tags: readonly string[] | null;
  readonly openingHours: OpeningHours | null;
  readonly facts: readonly VenueFact[];
}

const passageCharactersMax = 700;

/** Texts of documents by page, by the id of their file. */
export type DocumentPages = ReadonlyMap<string, readonly string[]>;

/** Everything an audience can read of a version, in order of how much it says about the place as a whole. */
export function listPassages(place: DescribedPlace, scene: PublishedScene, documents: DocumentPages): Passage[] {
  const about = [place.description, place.address, (place.tags ?? []).join(", ")];
  return [
    ...toPassages({ kind: "place", objectId: "", page: null, language: null, title: place.name }, about),
    ...listHoursPassages(place.openingHours),
    ...place.facts.flatMap(({ label, text }) =>
      toPassages({ kind: "fact", objectId: label, page: null, language: null, title: label }, [text]),
    ),
    ...(scene.floors ?? []).flatMap(({ storey, name }) =>
      toPassages({ kind: "storey", objectId: String(storey), page: null, language: null, title: name }, []),
    ),
    ...(scene.tours ?? []).flatMap((tour) =>
      toPassages(
        { kind: "tour", objectId: tour.id, page: null, language: null, title: tour.name },
        [tour.summary, ...tour.stops.map(({ narration }) => narration)],
        findTourWords(tour),
      ),
    ),
    ...(scene.zones ?? []).flatMap((zone) =>
      toPassages(
        { kind: "zone", objectId: zone.id, page: null, language: null, title: zone.name },
        [zone.text],
        findZoneWords(zone),
      ),
    ),
    ...(scene.views ?? []).flatMap(({ id, name }) =>
      toPassages({ kind: "view", objectId: id, page: null, language: null, title: name }, []),
    ),
    ...scene.anchors.flatMap(listAnchorPassages),
    // Last: the numbers of the others stay the same when a document has been read.
    ...scene.anchors.flatMap((anchor) => listDocumentPassages(anchor, documents)),
  ];
}

function listHoursPassages(hours: OpeningHours | null): Passage[] {
  if (hours === null) return [];
  return hoursLanguages.flatMap((language) =>
    toPassages(
      { kind: "hours", objectId: "", page: null, language, title: hoursTitles[language] },
      [describeHours(hours, language)],
      hoursWords[language],
    ),
  );
}

function listDocumentPassages({ id, title, content }: PublishedAnchor, documents: DocumentPages): Passage[] {
  const file = findDocument(content);
  if (file === null) return [];
  return (documents.get(file.fileId) ?? []).flatMap((text, index) =>
    text === ""
      ? []
      : toPassages(
          { kind: "document", objectId: id, page: index + 1, language: null, title: title === "" ? file.name : title },
          [text],
        ),
  );
}

/** Ids of the files that a scene shows as documents. */
export function listDocumentIds({ anchors }: PublishedScene): string[] {
  return [...new Set(anchors.flatMap(({ content }) => findDocument(content)?.fileId ?? []))];
}

function findDocument(content: PublishedAnchorContent | undefined) {
  return content?.type === "pdf" && content.media?.kind === "file" ? content.media : null;
}

function listAnchorPassages({ id, title, text, content, translations }: PublishedAnchor): Passage[] {
  const object = { kind: "anchor", objectId: id, page: null } as const;
  return [
    ...toPassages({ ...object, language: null, title }, [text, ...listContentTexts(content)], findAnchorWords(content)),
    ...Object.entries(translations ?? {}).flatMap(([language, translation]) =>
      // An untranslated title stays in the original language, which has its own passages.
      toPassages({ ...object, language, title: translation.title }, [translation.text, translation.alternative]),
    ),
  ];
}

/** What an anchor's card says besides title and text. */
function listContentTexts(content: PublishedAnchorContent | undefined): string[] {
  if (content === undefined) return [];
  switch (content.type) {
    case "route-step":
    case "safety":
    case "qr-spot":
      return [];
    case "info":
    case "guide-topic":
      return [...content.topicQuestions];
    case "link":
      return [content.linkLabel];
    case "product":
      return [content.sku, content.linkLabel, content.alternative];
    case "form":
      return content.questions.map(({ label }) => label);
    default:
      return [content.alternative];
  }
}

type PassageHead = Omit<Passage, "text" | "typeWords">;

function toPassages(head: PassageHead, texts: readonly string[], typeWords = ""): Passage[] {
  const written = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (written.length === 0) return head.title === "" && typeWords === "" ? [] : [{ ...head, text: "", typeWords }];
  return splitText(written.join("\n")).map((text) => ({ ...head, text, typeWords }));
}

const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

/** Pieces of limited length that end where a line or a sentence does. */
function splitText(text: string): string[] {
  if (text.length <= passageCharactersMax) return [text];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of sentences.segment(text)) {
    if (piece !== "" && piece.length + segment.length > passageCharactersMax) {
      pieces.push(piece.trim());
      piece = "";
    }
    piece += segment;
    // A text without sentences, such as a list of codes.
    while (piece.length > passageCharactersMax) {
      const end = toCut(piece, passageCharactersMax);
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
  }
  return [...pieces, piece.trim()].filter((one) => one !== "");
}
