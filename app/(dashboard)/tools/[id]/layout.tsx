import type { ReactNode } from "react";
import { currentUser } from "@/lib/auth/sessions/current";
import { toolOrNotFound } from "./one-tool";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Runs before the page streams, so that an unknown tool gives a 404 and not a broken page. */
export default async function ToolLayout({ params, children }: Props) {
  const { id } = await params;
  const scope = await currentUser();
  if (scope) await toolOrNotFound(scope, id);
  return children;
}
