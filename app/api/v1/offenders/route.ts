import { offenders } from "@/lib/api/v1/offenders";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = offenders;
