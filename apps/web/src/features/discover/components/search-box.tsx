import { useEffect, useState } from "react";
import { TextField } from "../../../ui/text-field.tsx";

const waitMs = 250;

/** A search field that waits for a pause in typing. */
export function SearchBox({
  label,
  placeholder,
  search,
  onSearch,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(search);
  const [asked, setAsked] = useState(search);
  // The URL changed by other means, such as the browser's back button.
  if (search !== asked) {
    setAsked(search);
    setText(search);
  }

  const trimmed = text.trim();
  useEffect(() => {
    if (trimmed === asked) return;
    const timer = setTimeout(() => {
      setAsked(trimmed);
      onSearch(trimmed);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [trimmed, asked, onSearch]);

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(trimmed);
          onSearch(trimmed);
        }}
      >
        <TextField
          label={label}
          type="search"
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}
