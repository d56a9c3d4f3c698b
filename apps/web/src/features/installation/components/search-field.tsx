import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";

/** Searches when Enter is pressed: the lists may be long. */
export function SearchField({
  label,
  onSearch,
}: {
  readonly label: string;
  readonly onSearch: (search: string) => void;
}) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex max-w-md items-end gap-2">
      <TextField
        label={label}
        type="search"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="flex-1"
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
