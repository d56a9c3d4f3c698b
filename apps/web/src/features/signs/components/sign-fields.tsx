import { limits } from "@blueprint/contract/limits";
import { TextField } from "../../../ui/text-field.tsx";

export interface SignTexts {
  readonly title: string;
  readonly line: string;
  readonly storey: string;
}

/** What is printed on a sign, and the storey on which it hangs. */
export function SignFields({
  texts,
  onTexts,
  placeName,
  withTitle = true,
}: {
  readonly texts: SignTexts;
  readonly onTexts: (texts: SignTexts) => void;
  readonly placeName: string;
  readonly withTitle?: boolean;
}) {
  return (
    <>
      {withTitle ? (
        <TextField
          label="Title"
          optional
          maxLength={limits.signTitleCharactersMax}
          placeholder={placeName}
          hint="Printed large. Without one, the place's name."
          value={texts.title}
          onChange={(event) => onTexts({ ...texts, title: event.target.value })}
        />
      ) : null}
      <TextField
        label="Line below the title"
        optional
        maxLength={limits.signLineCharactersMax}
        hint="What scanning it does."
        value={texts.line}
        onChange={(event) => onTexts({ ...texts, line: event.target.value })}
      />
      <TextField
        label="Storey"
        optional
        maxLength={limits.signStoreyCharactersMax}
        hint="As your venue calls it. Not printed."
        value={texts.storey}
        onChange={(event) => onTexts({ ...texts, storey: event.target.value })}
      />
    </>
  );
}
