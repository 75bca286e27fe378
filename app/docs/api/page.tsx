import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { DocsFrame } from "@/components/docs/docs-frame";
import { examplesOf } from "@/components/docs/examples";
import { allTexts, reference } from "../pages";

export const metadata: Metadata = { title: "API reference" };

// The schemas do not change while the product runs, but the page needs the request's nonce.
export const dynamic = "force-dynamic";

export default async function ApiReferencePage() {
  const examples = (await allTexts()).flatMap(examplesOf);
  return (
    <DocsFrame current="api">
      <ApiReference {...reference()} examples={examples} />
    </DocsFrame>
  );
}
