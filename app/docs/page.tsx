import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";
import { DocsResults } from "@/components/docs/docs-results";
import { searchDocs } from "./pages";

export const metadata: Metadata = { title: "Documentation" };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

const WORDS_CHARS_MAX = 200;

export default async function DocsPage({
  searchParams,
}: {
  searchParams: Promise<{ q?: string | string[] }>;
}) {
  const { q } = await searchParams;
  const words = [q ?? ""].flat().join(" ").trim().slice(0, WORDS_CHARS_MAX);
  if (words === "") return <DocsIndex />;
  return <DocsResults words={words} hits={await searchDocs(words)} />;
}
