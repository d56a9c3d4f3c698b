/** Bytes transferred for each scan's delivery since the page was opened. */
export interface ReceivedBytes {
  readonly of: (scanId: string) => number;
  readonly stop: () => void;
}

const scanInAddress = /\/deliveries\/([^/]+)\//;

export function watchReceivedBytes(): ReceivedBytes {
  const bytes = new Map<string, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const scanId = scanInAddress.exec(entry.name)?.[1];
      // Files from the browser's cache transfer nothing.
      if (scanId !== undefined) bytes.set(scanId, (bytes.get(scanId) ?? 0) + entry.transferSize);
    }
  });
  observer.observe({ type: "resource", buffered: true });
  return { of: (scanId) => bytes.get(scanId) ?? 0, stop: () => observer.disconnect() };
}
