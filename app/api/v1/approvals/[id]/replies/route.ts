import { replies } from "@/lib/api/v1/questions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = replies;
