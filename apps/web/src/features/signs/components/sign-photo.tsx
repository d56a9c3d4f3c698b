import type { BlueprintId } from "@blueprint/contract/ids";
import type { Sign } from "@blueprint/contract/signs";
import { Camera } from "lucide-react";
import { useRef } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { usePutSignPhoto, useRemoveSignPhoto } from "../signs.queries.ts";

/** A photo of where a sign hangs. On a phone, it can be taken on the spot. */
export function SignPhoto({
  blueprintId,
  sign,
  canPublish,
}: {
  readonly blueprintId: BlueprintId;
  readonly sign: Sign;
  readonly canPublish: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const put = usePutSignPhoto(blueprintId, sign.id);
  const remove = useRemoveSignPhoto(blueprintId, sign.id);
  const failure = put.error ?? remove.error;
  if (sign.photoUrl === null && !canPublish) return null;
  return (
    <div className="grid w-full shrink-0 content-start gap-2 sm:w-56">
      {sign.photoUrl === null ? (
        <div className="sheet-grid grid aspect-4/3 place-items-center border border-hairline text-ink-soft">
          <span className="bg-sheet px-2 py-1 text-caption">No photo yet</span>
        </div>
      ) : (
        <img
          src={sign.photoUrl}
          alt={`Where sign ${sign.number} hangs`}
          className="aspect-4/3 w-full border border-hairline object-cover"
        />
      )}
      {canPublish ? (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={put.isPending} onClick={() => input.current?.click()}>
            <Camera aria-hidden="true" strokeWidth={1.5} />
            {sign.photoUrl === null ? "Add a photo" : "Change photo"}
          </Button>
          {sign.photoUrl === null ? null : (
            <Button
              size="small"
              variant="quiet"
              busy={remove.isPending}
              onClick={() => {
                put.reset();
                remove.mutate();
              }}
            >
              Remove photo
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label="Photo of where it hangs"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const [photo] = event.target.files ?? [];
              event.target.value = "";
              if (photo === undefined) return;
              remove.reset();
              put.mutate(photo);
            }}
          />
        </div>
      ) : null}
      {failure === null ? null : <Notice tone="danger">{readableError(failure)}</Notice>}
    </div>
  );
}
