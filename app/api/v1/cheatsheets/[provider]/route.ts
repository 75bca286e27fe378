import { cheatsheets } from "@/lib/api/v1/cheatsheets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = cheatsheets;
