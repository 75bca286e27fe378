import { SLACK_COMMAND } from "./types";

const SCOPES = [
  "chat:write",
  "chat:write.public",
  "commands",
  "im:write",
  "im:history",
  "channels:read",
  "channels:history",
  "groups:read",
  "groups:history",
];

/** What Slack's "Create an app from a manifest" takes. `socket`: the worker connects; else Slack posts to `publicUrl`. */
export function slackManifest(publicUrl: string, mode: "socket" | "http"): string {
  const isSocket = mode === "socket";
  const at = (path: string) => (isSocket ? {} : { url: `${publicUrl}/api/slack/${path}` });
  const requests = isSocket ? {} : { request_url: `${publicUrl}/api/slack/interactions` };
  const manifest = {
    display_information: {
      name: "Countersign",
      description: "Risky calls of AI agents wait for a person",
      background_color: "#1d2733",
    },
    features: {
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: true },
      bot_user: { display_name: "Countersign", always_online: true },
      slash_commands: [
        {
          command: SLACK_COMMAND,
          description: "List the calls that wait for you, or link your account",
          should_escape: true,
          ...at("commands"),
        },
      ],
    },
    oauth_config: { scopes: { bot: SCOPES } },
    settings: {
      interactivity: { is_enabled: true, ...requests },
      org_deploy_enabled: false,
      socket_mode_enabled: isSocket,
      token_rotation_enabled: false,
    },
  };
  return JSON.stringify(manifest, null, 2);
}
