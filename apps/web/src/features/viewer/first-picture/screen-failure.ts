import { chooseVisitorLanguage } from "../../../lib/visitor-texts/visitor-language.ts";

/** Not in the catalogue, which may itself have failed to load. The English text is spec §8's, to the letter. */
const texts = {
  en: { failed: "Something went wrong. Please try again.", tryAgain: "Try again" },
  de: { failed: "Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.", tryAgain: "Erneut versuchen" },
} as const;

/** Reports that a visitor's page failed before the app loaded. Does without React, which may have failed to load. */
export function showScreenFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: nothing else tells whoever looks for the cause.
  console.error(error);
  document.getElementById("first-picture")?.remove();
  const wanted = new URLSearchParams(location.search).getAll("lang");
  const language = chooseVisitorLanguage([...wanted, ...navigator.languages]);
  document.documentElement.lang = language;

  const heading = document.createElement("h1");
  heading.className = "text-lead font-strong";
  heading.textContent = texts[language].failed;
  const button = document.createElement("button");
  button.type = "button";
  button.className =
    "h-9 rounded-sharp border border-line bg-sheet px-3.5 font-strong hover:border-ink hover:bg-sunken pointer-coarse:h-11";
  button.textContent = texts[language].tryAgain;
  button.addEventListener("click", () => location.reload());
  const panel = document.createElement("div");
  panel.setAttribute("role", "alert");
  panel.className = "grid justify-items-center gap-5 text-center";
  panel.append(heading, button);
  const main = document.createElement("main");
  main.className = "grid min-h-dvh place-items-center px-6 py-12";
  main.append(panel);
  document.getElementById("root")?.replaceChildren(main);
}
