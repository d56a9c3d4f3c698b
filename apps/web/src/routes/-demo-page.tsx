import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PageSpinner } from "../ui/page-spinner.tsx";

const DemoScreen = lazy(async () => ({
  default: (await import("../features/demo/components/demo-screen.tsx")).DemoScreen,
}));
const DemoFileCheck = lazy(async () => ({ default: (await import("./-demo-file-check.tsx")).DemoFileCheck }));
const KnowledgeSearch = lazy(async () => ({
  default: (await import("../features/guide/components/knowledge-search.tsx")).KnowledgeSearch,
}));

/** A protected screen opened by URL without an account: its layout, filled with the demo venue. */
export function DemoPage() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <Suspense fallback={<PageSpinner />}>
      <DemoScreen
        pathname={pathname}
        fileCheck={<DemoFileCheck />}
        renderSearch={(entries) => <KnowledgeSearch entries={entries} />}
      />
    </Suspense>
  );
}
