import type { Metadata } from "next";
import { DOCS } from "@/components/copy/docs";
import { DocsIndex } from "@/components/docs/docs-index";

export const metadata: Metadata = { title: DOCS.title };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

export default function DocsPage() {
  return <DocsIndex />;
}
