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
  wayThere: "Weg dorthin",
  startTour: "Rundgang starten",
  incomplete: "Dieser Ort hat mehr Text, als die Suche umfasst.",
  privacy: "Ihre Frage geht an den Server, auf dem dieser Ort läuft. Sie wird nicht gespeichert.",
  privacyKept:
    "Ihre Frage geht an den Server, auf dem dieser Ort läuft. Findet sich hier keine Antwort, bleibt sie 90 Tage für das Team des Ortes gespeichert, ohne Hinweis auf Sie.",
  kinds: {
    place: "Dieser Ort",
    hours: "Dieser Ort",
    fact: "Dieser Ort",
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
    privacySent: "Ihre Fragen und die dazu passenden Texte werden an {{service}} gesendet.",
    privacyKept:
      "Ihre Fragen und die dazu passenden Texte werden an {{service}} gesendet. Fragen ohne Antwort bleiben 90 Tage für das Team des Ortes gespeichert, ohne Hinweis auf Sie.",
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
    unheard: "Das habe ich nicht verstanden. Sagen Sie es noch einmal, oder schreiben Sie Ihre Frage.",
    interrupted: "Sie haben weitergesprochen, bevor die Antwort kam.",
    noMinutes:
      "Die Minuten dieses Ortes für gesprochene Fragen sind in diesem Monat aufgebraucht. Schreiben Sie Ihre Frage: Sie wird schriftlich beantwortet.",
    unreachable:
      "Die Auskunft ist nicht erreichbar. Ihre Fragen bleiben hier und werden gesendet, sobald Sie die Verbindung wiederherstellen.",
    reconnect: "Verbindung wiederherstellen",
    send: "Senden",
  },
  transcript: {
    agree: "Das Team dieses Ortes darf dieses Gespräch lesen",
    hint: "Das Team kann Ihre nächsten Fragen und die Antworten 30 Tage lang lesen, erfährt aber nicht, wer gefragt hat. Entfernen Sie das Häkchen, um sie zu löschen, solange Antworten eingeschaltet sind.",
    deleted: "Gelöscht. Das Team kann es nicht mehr lesen.",
    failed: "Das Löschen ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.",
  },
  voice: {
    heading: "Mit der Auskunft sprechen",
    text: "Ihre Stimme wird an {{service}} gesendet, solange Sie die Taste halten, oder beim freien Sprechen, solange Sie sprechen. Der Server dieses Ortes bewahrt keine Aufnahme auf.",
    mode: "Wie Sie sprechen",
    holding: "Mit Taste",
    hold: "Zum Sprechen halten",
    handsFree: "Frei sprechen",
    turnOn: "Mikrofon einschalten",
    turnOff: "Mikrofon ausschalten",
    holdHint: "Halten Sie die Schaltfläche oder die Leertaste, während Sie sprechen.",
    handsFreeHint: "Sprechen Sie einfach. Gesendet wird, sobald Sie eine Pause machen.",
    triggerHint: "Halten Sie den Trigger gedrückt, während Sie sprechen.",
    ready: "Das Mikrofon ist an",
    speaking: "Ich höre zu",
    playing: "Die Auskunft spricht",
    silence: "Antwort anhalten",
    spoken: "Ihre gesprochene Frage",
    cut: "Eine Frage kann 30 Sekunden dauern; diese war länger.",
    problems: {
      denied:
        "Das Mikrofon ist hier nicht erlaubt. Erlauben Sie es in den Einstellungen Ihres Browsers für diese Website, oder schreiben Sie Ihre Frage.",
      missing:
        "Es wurde kein Mikrofon gefunden. Schließen Sie eines an und versuchen Sie es noch einmal, oder schreiben Sie Ihre Frage.",
      busy: "Das Mikrofon lässt sich nicht benutzen: Vielleicht benutzt es eine andere App. Versuchen Sie es noch einmal, oder schreiben Sie Ihre Frage.",
      unsupported: "Dieser Browser kann auf dieser Seite kein Mikrofon benutzen. Schreiben Sie Ihre Frage.",
      device:
        "Das Mikrofon wurde getrennt. Schließen Sie es an und versuchen Sie es noch einmal, oder schreiben Sie Ihre Frage.",
      interrupted:
        "Das Mikrofon wurde durch einen Anruf, den gesperrten Bildschirm oder beim Verlassen der Seite abgeschaltet. Schalten Sie es wieder ein, oder schreiben Sie Ihre Frage.",
    },
  },
};
