import type { Metadata } from "next";
import { DecisionsIndex } from "@/components/docs/decisions-index";
import { decisions } from "../pages";

export const metadata: Metadata = { title: "Decisions" };

// The page needs the request's nonce.
export const dynamic = "force-dynamic";

export default async function DecisionsPage() {
  const all = await decisions();
  return <DecisionsIndex decisions={all.map(({ slug, page }) => ({ slug, title: page.title }))} />;
}
