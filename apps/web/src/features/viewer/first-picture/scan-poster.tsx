import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

/** The scan's preview in place of the canvas, until the scene or an error is shown. */
export function ScanPoster({
  previewUrl,
  hasFailed,
  onRetry,
}: {
  readonly previewUrl: string | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}) {
  const { t } = useWording();
  return (
    <div className="pointer-events-none absolute inset-0">
      {previewUrl === undefined ? null : (
        <img src={previewUrl} alt="" width={640} height={400} className="size-full object-cover" />
      )}
      {hasFailed ? (
        <div
          role="alert"
          className="pointer-events-auto absolute top-1/2 left-1/2 grid w-[min(24rem,calc(100%-2rem))] -translate-1/2 gap-1 border border-line bg-sheet px-5 py-4"
        >
          <p className="font-strong">{t("scene.failedTitle")}</p>
          <p className="text-ink-soft">{t("scene.failedText")}</p>
          <Button className="mt-3 justify-self-start" onClick={onRetry}>
            {t("ui.tryAgain")}
          </Button>
        </div>
      ) : (
        <p
          role="status"
          className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-2 border border-hairline bg-sheet px-3 py-1.5 text-caption"
        >
          <Spinner />
          {t("scene.loading")}
        </p>
      )}
    </div>
  );
}
