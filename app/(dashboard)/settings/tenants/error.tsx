"use client";

import { TenantsFailed } from "@/components/tenants/failed";

export default function TenantsError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <TenantsFailed digest={error.digest} onRetry={reset} />;
}
