import { toolSuggestions } from "@/lib/api/v1/tool-suggestions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toolSuggestions;
