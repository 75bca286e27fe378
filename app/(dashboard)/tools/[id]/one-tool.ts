import type { Metadata } from "next";
import { cache } from "react";
import { requireUser } from "@/lib/auth/sessions/current";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getTool } from "@/lib/tools/catalogue/queries";
import type { ToolView } from "@/lib/tools/catalogue/types";
import { orNotFound } from "../../lookup";

/** The tool of the address, or the 404 page; read once per request. */
export const toolOrNotFound = cache(
  (scope: UserScope, id: string): Promise<ToolView> => orNotFound(getTool(scope, id)),
);

/** The title of a tool's tab: its name, and the part shown. */
export async function toolTitle(params: Promise<{ id: string }>, part?: string): Promise<Metadata> {
  const { id } = await params;
  const { name } = await toolOrNotFound(await requireUser(`/tools/${id}`), id);
  return { title: part ? `${part} · ${tabTitle(name)}` : tabTitle(name) };
}
