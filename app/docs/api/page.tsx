import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { OPERATIONS, openApiDocument } from "@/lib/api/openapi";

export const metadata: Metadata = { title: "API reference" };

// The schemas do not change while the product runs, but the page needs the request's nonce.
export const dynamic = "force-dynamic";

export default function ApiReferencePage() {
  const { paths } = openApiDocument();
  return (
    <ApiReference operations={OPERATIONS} paths={paths as Parameters<typeof ApiReference>[0]["paths"]} />
  );
}
