import { visitorsShownMin } from "@blueprint/contract/visits";
import { formatAmount } from "../../lib/format.ts";
import type { VisitorLanguage } from "../../lib/visitor-texts/visitor-language.ts";

/** Texts of one language. They aren't part of the visitors' texts: a frame should load little. */
export interface EmbeddedTexts {
  readonly language: VisitorLanguage;
  /** For dates: English dates as elsewhere in the product. */
  readonly locale: string;
  readonly title: string;
  readonly open: string;
  readonly loading: string;
  readonly visits: string;
  readonly visitors: string;
  readonly averageTime: string;
  readonly amount: (visits: number) => string;
  readonly visitsOfDay: string;
  readonly chart: string;
  readonly showTable: string;
  readonly day: string;
  readonly anchors: string;
  readonly opened: string;
  readonly zones: string;
  readonly time: string;
  readonly tours: string;
  readonly stop: string;
  readonly sources: string;
  readonly site: string;
  readonly noSite: string;
  readonly devices: string;
  readonly device: string;
  readonly deviceNames: Readonly<Record<string, string>>;
  readonly name: string;
  readonly untitled: string;
  readonly tooFew: string;
  readonly tooFewVisitors: string;
  readonly showAll: (count: string) => string;
  readonly noVisits: string;
  readonly noVisitsText: string;
  readonly hidden: string;
  readonly hiddenText: string;
  readonly empty: string;
  readonly updated: (time: string) => string;
  readonly note: string;
  readonly ended: string;
  readonly endedText: string;
  readonly invalid: string;
  readonly invalidText: string;
  readonly offline: string;
  readonly offlineText: string;
  readonly failed: string;
  readonly notUpdated: string;
  readonly again: string;
}

export const embeddedTexts: Readonly<Record<VisitorLanguage, EmbeddedTexts>> = {
  en: {
    language: "en",
    locale: "en-GB",
    title: "Visitor numbers",
    open: "opens in a new tab",
    loading: "Loading numbers",
    visits: "Visits",
    visitors: "Visitors",
    averageTime: "Average time",
    amount: (visits) => formatAmount(visits, "visit"),
    visitsOfDay: "Visits of each day",
    chart: "Visits of each day. The table beneath has the same figures.",
    showTable: "Show as a table",
    day: "Day (UTC)",
    anchors: "Cards opened",
    opened: "Opened",
    zones: "Time in zones",
    time: "Time",
    tours: "Tours",
    stop: "Stop",
    sources: "Where visitors come from",
    site: "Site",
    noSite: "No other site",
    devices: "Devices",
    device: "Device",
    deviceNames: { computer: "Computer", tablet: "Tablet", phone: "Phone" },
    name: "Name",
    untitled: "Untitled",
    tooFew: `fewer than ${visitorsShownMin}`,
    tooFewVisitors: `fewer than ${visitorsShownMin} visitors`,
    showAll: (count) => `Show all ${count}`,
    noVisits: "No visits yet",
    noVisitsText: "This place had no visits in these days.",
    hidden: `Fewer than ${visitorsShownMin} visitors`,
    hiddenText: "Figures appear once there are enough visitors to keep each of them anonymous.",
    empty: "Nothing yet",
    updated: (time) => `Updated ${time}`,
    note: `Days are in UTC. Counted without cookies; figures about fewer than ${visitorsShownMin} visitors aren’t shown.`,
    ended: "These numbers are no longer shown here",
    endedText: "The team that shared them has stopped, or the embed has expired.",
    invalid: "These numbers can’t be shown here",
    invalidText: "The address of this frame isn’t complete. Copy the code into the page again.",
    offline: "You’re offline",
    offlineText: "The numbers appear as soon as you’re back online.",
    failed: "The numbers couldn’t be loaded",
    notUpdated: "They couldn’t be updated since.",
    again: "Try again",
  },
  de: {
    language: "de",
    locale: "de",
    title: "Besucherzahlen",
    open: "öffnet einen neuen Tab",
    loading: "Zahlen werden geladen",
    visits: "Besuche",
    visitors: "Besucher",
    averageTime: "Zeit im Schnitt",
    amount: (visits) => `${visits.toLocaleString("de")} ${visits === 1 ? "Besuch" : "Besuche"}`,
    visitsOfDay: "Besuche pro Tag",
    chart: "Besuche pro Tag. Die Tabelle darunter enthält dieselben Zahlen.",
    showTable: "Als Tabelle zeigen",
    day: "Tag (UTC)",
    anchors: "Geöffnete Karten",
    opened: "Geöffnet",
    zones: "Zeit in Bereichen",
    time: "Zeit",
    tours: "Touren",
    stop: "Halt",
    sources: "Woher Besucher kommen",
    site: "Website",
    noSite: "Keine andere Website",
    devices: "Geräte",
    device: "Gerät",
    deviceNames: { computer: "Computer", tablet: "Tablet", phone: "Smartphone" },
    name: "Name",
    untitled: "Ohne Titel",
    tooFew: `weniger als ${visitorsShownMin}`,
    tooFewVisitors: `weniger als ${visitorsShownMin} Besucher`,
    showAll: (count) => `Alle ${count} zeigen`,
    noVisits: "Noch keine Besuche",
    noVisitsText: "In diesen Tagen hatte dieser Ort keine Besuche.",
    hidden: `Weniger als ${visitorsShownMin} Besucher`,
    hiddenText:
      "Zahlen erscheinen, sobald so viele Menschen den Ort besucht haben, dass sie nichts über Einzelne verraten.",
    empty: "Noch nichts",
    updated: (time) => `Stand ${time}`,
    note: `Tage in UTC. Ohne Cookies gezählt; Zahlen über weniger als ${visitorsShownMin} Besucher werden nicht gezeigt.`,
    ended: "Diese Zahlen werden hier nicht mehr gezeigt",
    endedText: "Das Team hat die Freigabe beendet, oder sie ist abgelaufen.",
    invalid: "Diese Zahlen können hier nicht gezeigt werden",
    invalidText: "Die Adresse dieses Rahmens ist nicht vollständig. Kopieren Sie den Code noch einmal in die Seite.",
    offline: "Sie sind offline",
    offlineText: "Die Zahlen erscheinen, sobald Sie wieder online sind.",
    failed: "Die Zahlen konnten nicht geladen werden",
    notUpdated: "Seitdem konnten sie nicht aktualisiert werden.",
    again: "Erneut versuchen",
  },
};
