import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DesignPage } from "@/components/design/design-page";
import { viewerPreferences } from "@/components/shell/preferences";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Design" };
export const dynamic = "force-dynamic";

export default async function Design() {
  if (!env().showsDesignPage) notFound();
  const { theme } = await viewerPreferences();
  return <DesignPage theme={theme} />;
}
