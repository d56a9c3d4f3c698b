import { useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { drawLogo } from "../draw-logo.ts";

/** A logo for each sign, as PNG in base64. */
export function LogoField({
  logo,
  onLogo,
}: {
  readonly logo: string | null;
  readonly onLogo: (logo: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File) => {
    try {
      onLogo(await drawLogo(file));
      setName(file.name);
      setProblem(null);
    } catch {
      setProblem("Your browser can't read this picture. Choose a PNG, JPEG, WebP or SVG.");
    }
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5">
        <span className="font-strong">Logo</span> <span className="text-ink-soft">optional</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => input.current?.click()}>
          {logo === null ? "Choose a picture" : "Choose another"}
        </Button>
        {logo === null ? null : (
          <>
            <Button size="small" variant="quiet" onClick={() => onLogo(null)}>
              Remove
            </Button>
            <span className="min-w-0 truncate text-ink-soft">{name}</span>
          </>
        )}
      </div>
      {problem === null ? (
        <p className="text-caption text-ink-soft">On each sign, beside its title. PNG, JPEG, WebP or SVG.</p>
      ) : (
        <p role="alert" className="text-caption font-strong text-danger">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        aria-label="Logo file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file !== undefined) void choose(file);
        }}
      />
    </fieldset>
  );
}
