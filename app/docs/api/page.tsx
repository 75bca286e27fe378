import type { Metadata } from "next";
import { ApiReference, type ApiReferenceProps } from "@/components/docs/api-reference";
import { DocsFrame } from "@/components/docs/docs-frame";
import { examplesOf } from "@/components/docs/examples";
import { wholeDocument } from "@/lib/api/contract";
import { allTexts } from "../pages";

export const metadata: Metadata = { title: "API reference" };

// The schemas do not change while the product runs, but the page needs the request's nonce.
export const dynamic = "force-dynamic";

export default async function ApiReferencePage() {
  const { paths, webhooks, components } = wholeDocument() as {
    webhooks: ApiReferenceProps["callbacks"];
    paths: ApiReferenceProps["paths"];
    components: { schemas: ApiReferenceProps["schemas"] };
  };
  const examples = (await allTexts()).flatMap(examplesOf);
  return (
    <DocsFrame current="api">
      <ApiReference paths={paths} callbacks={webhooks} schemas={components.schemas} examples={examples} />
    </DocsFrame>
  );
}
