import { remembered } from "@/lib/api/v1/remembered";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = remembered;
