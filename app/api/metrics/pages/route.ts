import { pagesMetrics } from "@/lib/api/v1/metrics";

export const { GET } = pagesMetrics;
