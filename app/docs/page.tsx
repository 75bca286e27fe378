import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";
import { DOCS } from "@/components/words/docs";

export const metadata: Metadata = { title: DOCS.title };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

export default function DocsPage() {
  return <DocsIndex />;
}
