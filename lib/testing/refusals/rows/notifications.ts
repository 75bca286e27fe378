import { ROLES } from "@/lib/auth/types";
import * as actions from "@/lib/notifications/actions";
import { changeChoices, turnKind } from "@/lib/notifications/preferences";
import { action, command } from "../deed";
import { deed, type Row } from "../walk";
import { own } from "./oneself";

const PREFERENCES = "lib/notifications/preferences.ts";
const ACTIONS = "lib/notifications/actions.ts";

const LESS_OFTEN = { digestMinutes: 60 } as const;
const NO_EMAIL = { kind: "waits", channel: "email", on: false } as const;

const ofOneself = { ...own, by: ROLES, arrange: async () => undefined } as const;

export const notifications: readonly Row[] = [
  deed({
    ...ofOneself,
    doors: [
      command(PREFERENCES, changeChoices, () => [LESS_OFTEN]),
      action(ACTIONS, actions.saveChoices, () => [LESS_OFTEN]),
    ],
  }),
  deed({
    ...ofOneself,
    doors: [
      command(PREFERENCES, turnKind, () => [NO_EMAIL]),
      action(ACTIONS, actions.turnKind, () => [NO_EMAIL]),
    ],
  }),
];
