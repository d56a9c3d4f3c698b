import type { ContentPath } from "@blueprint/contract/content-pages";
import type { ReactNode } from "react";
import { ContentPage } from "../../../ui/content-page.tsx";
import { PageMeta } from "./page-meta.tsx";
import { SiteFoot } from "./site-foot.tsx";
import { SiteHead } from "./site-head.tsx";

/** A public page with the shared header and footer. */
export function SitePage({
  path,
  children,
}: {
  /** Omitted when the page sets its own title. */
  readonly path?: ContentPath;
  readonly children: ReactNode;
}) {
  return (
    <ContentPage head={<SiteHead />} foot={<SiteFoot />}>
      {path === undefined ? null : <PageMeta path={path} />}
      {children}
    </ContentPage>
  );
}
