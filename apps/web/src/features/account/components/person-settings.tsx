import { photoPixels } from "@blueprint/contract/account";
import { limits } from "@blueprint/contract/limits";
import { type FormEvent, useRef, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PersonPhoto } from "../../../ui/person-photo.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useDeletePhoto, usePutPhoto, useRename } from "../account.queries.ts";

/** Name and photo: what others see. */
export function PersonSettings() {
  const { profile, photoUrl } = useMe();
  const [name, setName] = useState(profile.name);
  const input = useRef<HTMLInputElement>(null);
  const rename = useRename();
  const put = usePutPhoto();
  const remove = useDeletePhoto();
  const photoFailure = put.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ uid: profile.uid, name }, { onSuccess: () => void toasts.add({ title: "Name saved" }) });
  };
  return (
    <SettingsSheet title="You" text="What people in your teams see.">
      <SettingsRow
        title={
          <span className="inline-flex items-center gap-4">
            <PersonPhoto name={profile.name} url={photoUrl} size="large" />
            Photo
          </span>
        }
        text={`JPEG, PNG, WebP, AVIF or GIF, at most 10 MB. We crop it to a square of ${photoPixels} pixels.`}
      >
        <div className="flex flex-wrap gap-2">
          {photoUrl === null ? null : (
            <Button
              variant="quiet"
              busy={remove.isPending}
              onClick={() => {
                put.reset();
                remove.mutate();
              }}
            >
              Remove
            </Button>
          )}
          <Button busy={put.isPending} onClick={() => input.current?.click()}>
            {photoUrl === null ? "Choose a photo" : "Choose another"}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label="Photo file"
            className="sr-only"
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const [photo] = currentTarget.files ?? [];
              currentTarget.value = "";
              remove.reset();
              if (photo !== undefined) put.mutate(photo);
            }}
          />
        </div>
      </SettingsRow>
      {photoFailure === null ? null : (
        <div className="p-4">
          <Notice tone="danger">{readableError(photoFailure)}</Notice>
        </div>
      )}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 p-4">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={limits.personNameCharactersMax}
          value={name}
          error={fieldError(rename.error, "name") ?? (rename.error ? readableError(rename.error) : undefined)}
          onChange={(event) => setName(event.currentTarget.value)}
          className="min-w-0 flex-[1_1_16rem]"
        />
        <Button type="submit" busy={rename.isPending}>
          Save name
        </Button>
      </form>
    </SettingsSheet>
  );
}
