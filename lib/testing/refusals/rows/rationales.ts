import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import * as actions from "@/lib/intents/actions";
import * as commands from "@/lib/intents/commands";
import { RATIONALE_JUDGES } from "@/lib/intents/runs/types";
import { action, again, command } from "../deed";
import { deed, type Row } from "../walk";
import { system, type World } from "../world";

const COMMANDS = "lib/intents/commands.ts";

const ACTIONS = "lib/intents/actions.ts";

type Said = { tenantId: string; templateId: string; otherId: string };

async function twoTemplates({ here }: World): Promise<Said> {
  const said = { tenantId: here.id, templateId: newId(), otherId: newId() };
  const now = new Date();
  await ingest(system, (tx) =>
    tx.rationaleTemplate.createMany({
      data: [said.templateId, said.otherId].map((id) => ({
        ...{
          id,
          tenantId: here.id,
          provider: "",
          tool: "fetch",
          text: id,
          bankKey: id,
          verdict: "meaningful",
          lane: "people",
        },
        ...{
          calls: 60,
          sessions: [],
          firstAt: now,
          lastAt: now,
          lastCallId: id,
          gaps: 0,
          gapMean: 0,
          gapSquares: 0,
        },
      })),
    }),
  );
  return said;
}

/** The same without a running grouping. */
async function ungrouped(world: World): Promise<Said> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update intent_runs set state = 'done', finished_at = clock_timestamp() where tenant_id = ${world.here.id}::uuid`,
  );
  return twoTemplates(world);
}

const saying = {
  by: RATIONALE_JUDGES,
  wrongRole: "FORBIDDEN",
  foreign: "NOT_FOUND",
  stale: { none: "the last word counts, and each is in the trail" },
} as const;

type TakenBack = Said & { saidAt: string };

/** Templates, one of which a person marked as empty. */
async function spokenOf(world: World): Promise<TakenBack> {
  const said = await twoTemplates(world);
  const scope = await world.people.admin.scope();
  const { tenantId, templateId } = said;
  const { saidAt } = await commands.judgeRationale(scope, { tenantId, templateId, meaningful: false });
  return { ...said, saidAt };
}

/** Templates that a person marked as different. */
async function toldApart(world: World): Promise<TakenBack> {
  const said = await twoTemplates(world);
  const { saidAt } = await commands.linkTemplates(await world.people.admin.scope(), {
    ...said,
    kind: "apart",
  });
  return { ...said, saidAt };
}

const unsaid = ({ tenantId, templateId, saidAt }: TakenBack) => [{ tenantId, templateId, saidAt }] as const;

const judged = ({ tenantId, templateId }: Said) => [{ tenantId, templateId, meaningful: false }] as const;

const linked = (said: Said) => [{ ...said, kind: "apart" }] as const;

const grouped = ({ tenantId }: Said) => [{ tenantId }] as const;

export const rationales: readonly Row[] = [
  deed({
    ...saying,
    arrange: twoTemplates,
    wrongState: { none: "a verdict can be given at any time, and again" },
    doors: [
      command(COMMANDS, commands.judgeRationale, (said: Said) => [...judged(said)]),
      action(ACTIONS, actions.judgeRationale, (said: Said) => [...judged(said)]),
    ],
  }),
  deed({
    ...saying,
    arrange: twoTemplates,
    wrongState: { none: "people may say it at any time, and again" },
    doors: [
      command(COMMANDS, commands.linkTemplates, (said: Said) => [...linked(said)]),
      action(ACTIONS, actions.linkTemplates, (said: Said) => [...linked(said)]),
    ],
  }),
  deed({
    ...{ by: RATIONALE_JUDGES, wrongRole: "FORBIDDEN", foreign: "NOT_FOUND" },
    arrange: spokenOf,
    wrongState: again("CONFLICT"),
    stale: { none: "what is taken back is named by its time" },
    doors: [
      command(COMMANDS, commands.takeBackJudgement, (said: TakenBack) => [...unsaid(said)]),
      action(ACTIONS, actions.takeBackJudgement, (said: TakenBack) => [...unsaid(said)]),
    ],
  }),
  deed({
    ...{ by: RATIONALE_JUDGES, wrongRole: "FORBIDDEN", foreign: "NOT_FOUND" },
    arrange: toldApart,
    wrongState: again("CONFLICT"),
    stale: { none: "what is taken back is named by its time" },
    doors: [
      command(COMMANDS, commands.takeBackLink, (said: TakenBack) => [said]),
      action(ACTIONS, actions.takeBackLink, (said: TakenBack) => [said]),
    ],
  }),
  deed({
    ...saying,
    arrange: ungrouped,
    wrongState: again("CONFLICT"),
    doors: [
      command(COMMANDS, commands.groupAnew, (said: Said) => [...grouped(said)]),
      action(ACTIONS, actions.groupAnew, (said: Said) => [...grouped(said)]),
    ],
  }),
];
