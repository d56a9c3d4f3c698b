import { useState } from "react";
import { parseAddress } from "./typed-address.ts";

/** Asks for the address of a link in a text; null removes the link. */
export function LinkRow({ onLink }: { readonly onLink: (url: string | null) => void }) {
  const [text, setText] = useState("");
  const url = parseAddress(text);
  return (
    <div className="flex items-center gap-1 border-b border-hairline p-1">
      <input
        type="url"
        aria-label="Link address"
        placeholder="https://"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into.
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (url !== null) onLink(url);
        }}
        className="h-8 min-w-0 flex-1 rounded-sharp border border-line bg-sheet px-2"
      />
      <button
        type="button"
        disabled={url === null}
        onClick={() => onLink(url)}
        className="h-8 rounded-sharp px-2 font-strong text-accent disabled:opacity-50"
      >
        Set
      </button>
      <button type="button" onClick={() => onLink(null)} className="h-8 rounded-sharp px-2 text-ink-soft">
        Remove
      </button>
    </div>
  );
}
