import type { EmbedToken } from "@blueprint/contract/embed-tokens";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { type EmbedLook, toEmbedCode, toEmbedUrl } from "../embed-code.ts";
import type { EmbeddedPlace } from "./embed-dialog.tsx";

const themes = [
  { value: "", label: "As the visitor's device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const languages = [
  { value: "", label: "As the visitor's browser" },
  { value: "en", label: "English" },
  { value: "de", label: "German" },
] as const;

/** The markup to copy into a page. */
export function EmbedCode({
  place,
  embed,
}: {
  readonly place: EmbeddedPlace;
  readonly embed: Pick<EmbedToken, "figures" | "origins"> & { readonly token: string };
}) {
  const [theme, setTheme] = useState("");
  const [lang, setLang] = useState("");
  const look: EmbedLook = {
    ...(theme === "light" || theme === "dark" ? { theme } : {}),
    ...(lang === "en" || lang === "de" ? { lang } : {}),
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Colours" options={themes} value={theme} onChange={(event) => setTheme(event.target.value)} />
        <Select label="Language" options={languages} value={lang} onChange={(event) => setLang(event.target.value)} />
      </div>
      <CopyField label="Embed code" value={toEmbedCode(embed, place.name, look)} action="Copy code" />
      <p className="text-pretty text-ink-soft">
        Paste it into a page of {embed.origins.join(", ")}. Anyone who reads that page's source can read these numbers,
        so share only what may be public.
      </p>
      <Button asChild className="justify-self-start">
        <a href={toEmbedUrl(embed.token, look)} target="_blank" rel="noopener">
          <ExternalLink aria-hidden="true" strokeWidth={1.5} />
          See how it looks
        </a>
      </Button>
    </div>
  );
}
