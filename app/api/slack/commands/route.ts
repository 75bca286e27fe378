import { slackCommands } from "@/lib/api/slack";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = slackCommands;
