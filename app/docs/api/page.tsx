import type { Metadata } from "next";
import { ApiReference, type ApiReferenceProps } from "@/components/docs/api-reference";
import { DocsFrame } from "@/components/docs/docs-frame";
import { examplesOf } from "@/components/docs/examples";
import { OPERATIONS, openApiDocument } from "@/lib/api/openapi";
import { allTexts } from "../pages";

export const metadata: Metadata = { title: "API reference" };

// The schemas do not change while the product runs, but the page needs the request's nonce.
export const dynamic = "force-dynamic";

export default async function ApiReferencePage() {
  const { paths, webhooks, components } = openApiDocument() as {
    webhooks: ApiReferenceProps["callbacks"];
    paths: ApiReferenceProps["paths"];
    components: { schemas: { Problem: ApiReferenceProps["problem"] } };
  };
  const examples = (await allTexts()).flatMap(examplesOf);
  return (
    <DocsFrame current="api">
      <ApiReference
        operations={OPERATIONS}
        paths={paths}
        callbacks={webhooks}
        problem={components.schemas.Problem}
        examples={examples}
      />
    </DocsFrame>
  );
}
