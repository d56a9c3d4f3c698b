import { toQrPath } from "../lib/qr-path.ts";

/** A QR code, black on white in every theme: scanners expect it so. */
export function QrCode({
  label,
  text,
  className,
}: {
  readonly label: string;
  readonly text: string;
  readonly className?: string;
}) {
  const { path, size } = toQrPath(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
