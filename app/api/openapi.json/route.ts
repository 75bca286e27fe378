import { document } from "@/lib/api/resources";

export const { GET, POST, PUT, PATCH, DELETE } = document;
