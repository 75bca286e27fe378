import type { ReactNode } from "react";
import { currentUser } from "@/lib/auth/sessions/current";
import { namedSegment } from "../../../named-segment";
import { tenantOrNotFound } from "./one-tenant";

type Props = { params: Promise<{ key: string }>; children: ReactNode };

/** Runs before the page streams, so that an unknown tenant gives a 404 and not a broken page. */
export default async function TenantLayout({ params, children }: Props) {
  const key = namedSegment((await params).key);
  const scope = await currentUser();
  if (scope?.actor.role === "admin") await tenantOrNotFound(scope, key);
  return children;
}
