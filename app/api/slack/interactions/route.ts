import { slackInteractions } from "@/lib/api/slack";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = slackInteractions;
