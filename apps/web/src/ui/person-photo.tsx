import { classNames } from "../lib/class-names.ts";

const sizes = { small: "size-6 text-caption", large: "size-14 text-title" } as const;

/** A person's photo, or their initial. Decorative: it sits next to the name and is not announced. */
export function PersonPhoto({
  name,
  url,
  size = "small",
}: {
  readonly name: string;
  readonly url: string | null;
  readonly size?: keyof typeof sizes;
}) {
  const shape = classNames("shrink-0 border border-line", sizes[size]);
  if (url !== null) return <img src={url} alt="" className={classNames(shape, "object-cover")} />;
  return (
    <span aria-hidden="true" className={classNames(shape, "grid place-items-center font-mono font-regular uppercase")}>
      {[...name.trim()][0] ?? "?"}
    </span>
  );
}
