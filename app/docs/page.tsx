import type { Metadata } from "next";
import { DocsIndex } from "@/components/docs/docs-index";
import { DocsResults } from "@/components/docs/docs-results";
import { searchDocs } from "./pages";

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

const WORDS_CHARS_MAX = 200;

type Props = { searchParams: Promise<{ q?: string | string[] }> };

const wordsOf = async ({ searchParams }: Props) =>
  [(await searchParams).q ?? ""].flat().join(" ").trim().slice(0, WORDS_CHARS_MAX);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const words = await wordsOf(props);
  return { title: words === "" ? "Documentation" : `${words} · Documentation` };
}

export default async function DocsPage(props: Props) {
  const words = await wordsOf(props);
  if (words === "") return <DocsIndex />;
  return <DocsResults words={words} hits={await searchDocs(words)} />;
}
