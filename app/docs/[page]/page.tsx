import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Markdown } from "@/components/docs/markdown";
import { DOC_PAGES } from "@/components/words/docs";
import { writtenPage } from "../pages";

type Props = { params: Promise<{ page: string }> };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  return { title: DOC_PAGES.find(({ slug }) => slug === page)?.title };
}

export default async function WrittenDocsPage({ params }: Props) {
  const { page } = await params;
  const written = await writtenPage(page);
  if (!written) notFound();
  return (
    <DocsFrame current={page} headings={written.headings}>
      <Markdown {...written} />
    </DocsFrame>
  );
}
