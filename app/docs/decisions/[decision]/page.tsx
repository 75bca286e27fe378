import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Markdown } from "@/components/docs/markdown";
import { decisions } from "../../pages";

type Props = { params: Promise<{ decision: string }> };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

const find = async (params: Props["params"]) => {
  const { decision } = await params;
  return (await decisions()).find(({ slug }) => slug === decision)?.page;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await find(params))?.title };
}

export default async function DecisionPage({ params }: Props) {
  const page = await find(params);
  if (!page) notFound();
  return (
    <DocsFrame current="decisions" headings={page.headings}>
      <Markdown {...page} />
    </DocsFrame>
  );
}
