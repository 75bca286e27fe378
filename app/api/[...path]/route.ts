import { nothingHere } from "@/lib/api/nothing-here";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = nothingHere;
