import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";

export const metadata: Metadata = { title: "Documentation" };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

export default function DocsPage() {
  return <DocsIndex />;
}
