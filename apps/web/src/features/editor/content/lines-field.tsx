import { useState } from "react";
import { TextArea } from "../../../ui/text-area.tsx";
import { parseLines } from "./typed-lines.ts";

/** A list edited as lines of one text box. */
export function LinesField({
  label,
  hint,
  lines,
  countMax,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly lines: readonly string[];
  readonly countMax: number;
  readonly onChange: (lines: readonly string[]) => void;
}) {
  // A line that was just started is empty, and not a question yet.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      value={typed ?? lines.join("\n")}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(parseLines(value, countMax));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
