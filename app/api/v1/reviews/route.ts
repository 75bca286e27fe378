import { reviews } from "@/lib/api/v1/reviews";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = reviews;
