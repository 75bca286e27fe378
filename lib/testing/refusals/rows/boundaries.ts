import * as actions from "@/lib/signals/boundaries/actions";
import * as commands from "@/lib/signals/boundaries/commands";
import type { NameAxis } from "@/lib/signals/boundaries/schema";
import { AXIS_NAMERS } from "@/lib/signals/boundaries/types";
import { unique } from "@/lib/testing/factories";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import type { World } from "../world";

const COMMANDS = "lib/signals/boundaries/commands.ts";

const ACTIONS = "lib/signals/boundaries/actions.ts";

const aWord = async ({ here }: World): Promise<NameAxis> => ({
  tenantId: here.id,
  alias: unique("word"),
  axis: "transport",
  seen: null,
});

/** Another word is mapped to this one by now. */
const isCountedAs = async ({ tenantId, alias }: NameAxis, { people }: World) =>
  commands.nameAxis(await people.admin.scope(), {
    tenantId,
    alias: unique("other"),
    axis: alias,
    seen: null,
  });

export const boundaries: readonly Row[] = [
  deed({
    by: AXIS_NAMERS,
    arrange: aWord,
    wrongRole: "FORBIDDEN",
    foreign: "NOT_FOUND",
    wrongState: [
      ...again("STALE_VIEW"),
      { is: "with a word that another is counted as", code: "CONFLICT", make: isCountedAs },
    ],
    stale: { code: "STALE_VIEW", seen: (one: NameAxis): NameAxis => ({ ...one, seen: "extraction" }) },
    doors: [
      command(COMMANDS, commands.nameAxis, (one: NameAxis) => [one]),
      action(ACTIONS, actions.nameAxis, (one: NameAxis) => [one]),
    ],
  }),
];
