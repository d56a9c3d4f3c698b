// Entry point of the page that other sites frame. It has no session, cookie, storage or navigation of the app.
import "./styles/main.css";
import { embedTokenParam } from "@blueprint/contract/embed-tokens";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { EmbeddedNumbersScreen } from "./features/embedded-numbers/components/embedded-numbers-screen.tsx";
import { embeddedTexts } from "./features/embedded-numbers/embedded-texts.ts";
import { chooseVisitorLanguage } from "./lib/visitor-texts/visitor-language.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
const params = new URLSearchParams(location.search);
const wanted = params.get("lang");
const language = chooseVisitorLanguage([...(wanted === null ? [] : [wanted]), ...navigator.languages]);
document.documentElement.lang = language;
createRoot(root).render(
  <StrictMode>
    <EmbeddedNumbersScreen token={params.get(embedTokenParam) ?? ""} texts={embeddedTexts[language]} />
  </StrictMode>,
);
