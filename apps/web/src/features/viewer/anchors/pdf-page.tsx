import { GlobalWorkerOptions, getDocument } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Spinner } from "../../../ui/spinner.tsx";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Sharp on a high-density screen, and within a phone's memory. */
const pagePixelsMax = 1_600;

/** One rendered page of a document, with a link to the whole. */
export function PdfPage({
  url,
  name,
  page,
  alternative,
}: {
  readonly url: string;
  readonly name: string;
  /** 1-based; values beyond the end show the last page. */
  readonly page: number;
  readonly alternative: string;
}) {
  const { t } = useWording();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<{ readonly pages: number } | "loading" | "failed">("loading");

  useEffect(() => {
    let isOver = false;
    setState("loading");
    const task = getDocument({ url, useSystemFonts: true });
    const draw = async () => {
      const document = await task.promise;
      const shown = await document.getPage(Math.min(Math.max(page, 1), document.numPages));
      const canvas = canvasRef.current;
      if (isOver || canvas === null) return;
      const { width } = shown.getViewport({ scale: 1 });
      const viewport = shown.getViewport({ scale: pagePixelsMax / width });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      await shown.render({ canvas, viewport }).promise;
      if (!isOver) setState({ pages: document.numPages });
    };
    draw().catch(() => {
      if (!isOver) setState("failed");
    });
    return () => {
      isOver = true;
      void task.destroy();
    };
  }, [url, page]);

  return (
    <div className="grid gap-1.5">
      {state === "failed" ? (
        <p className="rounded-sharp border border-dashed border-line px-3 py-2.5 text-ink-soft">
          {t("card.pageFailed")}
        </p>
      ) : (
        <div className="relative min-h-40 overflow-hidden rounded-sharp border border-hairline bg-white">
          <canvas
            ref={canvasRef}
            role="img"
            aria-label={alternative === "" ? t("card.pageOf", { page, name }) : alternative}
            className="block w-full"
          />
          {state === "loading" ? (
            <span className="absolute inset-0 grid place-items-center text-black">
              <Spinner label={t("card.openingPage")} />
            </span>
          ) : null}
        </div>
      )}
      <a href={url} download={name} className="justify-self-start text-accent underline underline-offset-2">
        {typeof state === "object" && state.pages > 1
          ? t("card.downloadPages", { name, count: state.pages })
          : t("card.download", { name })}
      </a>
    </div>
  );
}
