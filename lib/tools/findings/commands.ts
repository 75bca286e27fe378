import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { Scope, UserScope } from "@/lib/core/scope";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { gatewayInScope, noSuchTool } from "../catalogue/queries";
import { recount } from "../finding-counts";
import { lintStored } from "../lint-results";
import { lintBeside } from "./queries";
import { muteKey } from "./rules";
import type { MuteFinding } from "./schema";
import { withTogether } from "./together";
import { CALL_CODES, type FindingKey, type LintedTool } from "./types";

/**
 * Mutes a finding of the current version for all people, until the next version.
 * @throws DomainError FORBIDDEN, NOT_FOUND also if this version has no such finding, STALE_VIEW if
 * there is a newer version, CONFLICT if another person muted it
 */
export async function muteFinding(scope: UserScope, { reason, ...key }: MuteFinding): Promise<void> {
  assertMayAdministerAll(scope, "mute findings");
  await change(scope, async (tx) => {
    const tool = await lockedTool(tx, scope, key);
    await assertFound(tx, key);
    const muted = await tx.$executeRaw`
      insert into tool_finding_mutes (tool_id, version, code, pointer, reason, muted_by, muted_at)
      values (${key.toolId}::uuid, ${key.version}::int, ${key.code}, ${key.pointer}, ${reason}, ${scope.actor.id}::uuid,
              clock_timestamp())
      on conflict do nothing`;
    if (muted === 0)
      throw new DomainError(
        "CONFLICT",
        "Another user muted this finding. Nothing was changed; read the page again.",
      );
    await recount(tx, [key.toolId]);
    await recordActivity(
      tx,
      scope,
      "tool.finding_muted",
      { kind: "tool", id: key.toolId },
      factsOf(tool, key, reason),
    );
  });
}

/**
 * Unmutes a finding.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if there is a newer version, CONFLICT if it
 * is not muted
 */
export async function unmuteFinding(scope: UserScope, key: FindingKey): Promise<void> {
  assertMayAdministerAll(scope, "unmute findings");
  await change(scope, async (tx) => {
    const tool = await lockedTool(tx, scope, key);
    const [gone] = await tx.$queryRaw<{ reason: string }[]>`
      delete from tool_finding_mutes where tool_id = ${key.toolId}::uuid and version = ${key.version}::int
        and code = ${key.code} and pointer = ${key.pointer} returning reason`;
    if (!gone)
      throw new DomainError(
        "CONFLICT",
        "This finding is not muted. Nothing was changed; read the page again.",
      );
    await recount(tx, [key.toolId]);
    await recordActivity(
      tx,
      scope,
      "tool.finding_unmuted",
      { kind: "tool", id: key.toolId },
      factsOf(tool, key, gone.reason),
    );
  });
}

/** Findings from calls come and go with them, so only their place is checked. */
async function assertFound(tx: Tx, { toolId, code, pointer }: FindingKey): Promise<void> {
  const [tool] = await lintStored(tx, [toolId]);
  const isCalls = CALL_CODES.some((one) => one === code);
  const isThere = isCalls
    ? isPlaceOfCalls(code, pointer)
    : tool && (await isFound(tx, tool, { code, pointer }));
  if (!isThere)
    throw new DomainError("NOT_FOUND", "This version of the tool has no such finding. Nothing was changed.");
}

function isPlaceOfCalls(code: FindingKey["code"], pointer: string): boolean {
  if (code === "never_called") return pointer === "";
  return code === "other_purpose" ? pointer === "/description" : pointer.startsWith("/inputSchema/");
}

async function isFound(
  tx: Tx,
  tool: LintedTool,
  key: Pick<FindingKey, "code" | "pointer">,
): Promise<boolean> {
  const [whole] = withTogether([tool], await lintBeside(tx, [tool]));
  return whole?.found.some((finding) => muteKey(finding) === muteKey(key)) ?? false;
}

type Locked = { provider: string; name: string; version: number };

function factsOf({ provider, name }: Locked, { code, pointer, version }: FindingKey, reason: string) {
  return { provider, tool: name, version, finding: code, pointer, reason };
}

async function lockedTool(tx: Tx, scope: Scope, { toolId, version }: FindingKey): Promise<Locked> {
  const [tool] = isId(toolId)
    ? await tx.$queryRaw<Locked[]>`
        select t.provider, t.name, t.version from tools t join gateways g on g.id = t.gateway_id
        where ${gatewayInScope(scope)} and t.id = ${toolId}::uuid for update of t`
    : [];
  if (!tool) throw noSuchTool();
  if (tool.version === version) return tool;
  throw new DomainError(
    "STALE_VIEW",
    `The tool has version ${tool.version} by now, which is looked at anew. Nothing was changed; read the page again.`,
  );
}
