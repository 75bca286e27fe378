import type { ReactNode } from "react";
import { currentUser } from "@/lib/auth/sessions/current";
import { getGateway } from "@/lib/gateways/queries";
import { orNotFound } from "../../lookup";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Runs before the page streams, so that an unknown gateway gives a 404 and not a broken page. */
export default async function GatewayLayout({ params, children }: Props) {
  const { id } = await params;
  const scope = await currentUser();
  if (scope) await orNotFound(getGateway(scope, id));
  return children;
}
