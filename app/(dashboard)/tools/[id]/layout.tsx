import type { ReactNode } from "react";
import { currentUser } from "@/lib/auth/sessions/current";
import { toolOrNotFound } from "./one-tool";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Asked before anything of the page is sent, so that an unknown tool is a 404 and not a page that breaks off. */
export default async function ToolLayout({ params, children }: Props) {
  const { id } = await params;
  const scope = await currentUser();
  if (scope) await toolOrNotFound(scope, id);
  return children;
}
