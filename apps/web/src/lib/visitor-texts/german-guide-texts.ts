import type { GuideTexts } from "./visitor-texts.ts";

/** German version of `english-guide-texts.ts`. Addresses visitors as «Sie». */
export const germanGuideTexts: GuideTexts = {
  question: "Ihre Frage",
  ask: "Fragen",
  suggestions: "Fragen Sie zum Beispiel",
  searching: "Suche läuft",
  answers: "Was dieser Ort dazu sagt",
  found_one: "{{count}} Antwort aus den Texten dieses Ortes",
  found_other: "{{count}} Antworten aus den Texten dieses Ortes",
  nothing: "Zu „{{question}}“ steht hier nichts. Versuchen Sie andere Wörter, oder sehen Sie in die Liste der Punkte.",
  shown: "{{name}} wird gezeigt",
  showMe: "Zeigen",
  startTour: "Rundgang starten",
  incomplete: "Dieser Ort hat mehr Text, als die Suche umfasst.",
  privacy: "Ihre Frage geht an den Server, auf dem dieser Ort läuft. Sie wird nicht gespeichert.",
  kinds: {
    place: "Dieser Ort",
    storey: "Etage",
    tour: "Rundgang",
    zone: "Bereich",
    view: "Ansicht",
    anchor: "Punkt",
    document: "Dokument, Seite {{page}}",
  },
  offer: {
    heading: "Antworten in ganzen Sätzen",
    text: "Ein KI-Dienst kann aus den Texten dieses Ortes antworten. Ihre Fragen und die dazu passenden Texte werden an {{service}} gesendet. Jede Antwort wird mit den Texten verglichen und nennt ihre Quellen.",
    turnOn: "Antworten einschalten",
  },
  conversation: {
    heading: "Ihre Fragen und die Antworten",
    privacy:
      "Ihre Fragen und die dazu passenden Texte werden an {{service}} gesendet. Der Server dieses Ortes speichert beides nicht.",
    turnOff: "Antworten ausschalten",
    waiting: "Die Antwort kommt gleich …",
    unsent: "Noch nicht gesendet",
    sources: "Woher das stammt",
    found: "Was dieser Ort dazu sagt",
    unknown: "Das weiß ich nicht. Gefunden habe ich dies:",
    unknownAtAll: "Das weiß ich nicht, und hier steht nichts dazu.",
    busy: "Zu viele Fragen auf einmal. Versuchen Sie es in einer Minute wieder. Gefunden habe ich inzwischen dies:",
    unavailable: "Der KI-Dienst antwortet nicht. Gefunden habe ich dies:",
    unavailableAtAll: "Der KI-Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.",
    lost: "Die Verbindung brach ab, bevor die Antwort da war.",
    askAgain: "Noch einmal fragen",
    unreachable:
      "Die Auskunft ist nicht erreichbar. Ihre Fragen bleiben hier und werden gesendet, sobald Sie die Verbindung wiederherstellen.",
    reconnect: "Verbindung wiederherstellen",
  },
};
