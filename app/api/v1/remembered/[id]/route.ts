import { rememberedRule } from "@/lib/api/v1/remembered-rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = rememberedRule;
