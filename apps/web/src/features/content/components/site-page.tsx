import type { ContentPath } from "@blueprint/contract/content-pages";
import type { ReactNode } from "react";
import { ContentPage } from "../../../ui/content-page.tsx";
import { PageMeta } from "./page-meta.tsx";
import { SiteFoot } from "./site-foot.tsx";
import { SiteHead } from "./site-head.tsx";

/** A page that anybody may read, with the head and the foot of all of them. */
export function SitePage({
  path,
  children,
}: {
  /** Left out where the page names itself. */
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
