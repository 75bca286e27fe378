import { describe, expect, test } from "vitest";
import { planRating, type Ratable, sameOverride, standingRisk, withOverride, withRisk } from "./rating";

const none = { risk: null, requiresConfirmation: null };

type Over = Partial<Omit<Ratable, "standing">> & { standing?: Partial<Ratable["standing"]> };

const tool = (id: string, { standing, ...over }: Over = {}): Ratable => ({
  id,
  waiting: 0,
  tenantOverrides: 0,
  ...over,
  standing: { catalogue: none, override: null, tenantOverride: null, rule: null, ...standing },
});

const rated = (risk: "low" | "medium" | "high" | "critical") => ({ risk, requiresConfirmation: null });

describe("a plan of ratings", () => {
  test("says where the tools stand now, what stays as it is, and what waits", () => {
    const tools = [
      tool("a", { standing: { catalogue: rated("low") }, waiting: 2 }),
      tool("b", { standing: { catalogue: rated("low") }, tenantOverrides: 1 }),
      tool("c"),
      tool("d", { standing: { override: rated("high") }, waiting: 5 }),
    ];
    const plan = planRating(tools, null, "high");
    expect(plan).toMatchObject({
      from: [
        { risk: "low", tools: 2 },
        { risk: null, tools: 1 },
      ],
      same: 1,
      waiting: 2,
      keptByTenants: 1,
    });
    expect(plan.changes.map(({ toolId }) => toolId)).toEqual(["a", "b", "c"]);
    expect(plan.changes[0]).toEqual({ toolId: "a", to: rated("high"), seen: null });
  });

  test("counts what it guards less than now: unrated tools wait, medium ones run", () => {
    const asks = { risk: "low", requiresConfirmation: true } as const;
    const tools = [
      tool("unrated"),
      tool("low", { standing: { catalogue: rated("low") } }),
      tool("asks", { standing: { catalogue: asks } }),
      tool("high", { standing: { catalogue: rated("high") } }),
    ];
    expect(planRating(tools, null, "medium")).toMatchObject({ freed: 2, lessGuarded: 2 });
    expect(planRating(tools, null, "low")).toMatchObject({ freed: 2, lessGuarded: 2 });
    expect(planRating(tools, null, "critical")).toMatchObject({ freed: 0, lessGuarded: 0 });
    const critical = tool("critical", { standing: { override: rated("critical") } });
    expect(planRating([critical], null, "high")).toMatchObject({ freed: 0, lessGuarded: 1 });
    expect(planRating([critical], null, null)).toMatchObject({ freed: 0, lessGuarded: 1 });
  });

  test("for a tenant is about that tenant's override only", () => {
    const standing = { catalogue: rated("low"), override: rated("high"), tenantOverride: null };
    expect(planRating([tool("a", { standing })], "t", "high").changes).toHaveLength(1);
    expect(planRating([tool("a", { standing })], null, "high").changes).toHaveLength(0);
    expect(planRating([tool("a", { standing })], "t", null).changes).toHaveLength(0);
  });

  test("keeps what was said about confirmation; clearing takes all away", () => {
    const before = { risk: "medium", requiresConfirmation: true } as const;
    expect(withRisk(before, "low")).toEqual({ risk: "low", requiresConfirmation: true });
    expect(withRisk(before, null)).toBeNull();
  });

  test("an override with nothing in it is as good as none", () => {
    expect(sameOverride(null, none)).toBe(true);
    expect(sameOverride(null, { risk: null, requiresConfirmation: false })).toBe(false);
  });

  test("what holds follows the override that was set", () => {
    const standing = { catalogue: rated("low"), override: null, tenantOverride: null, rule: null };
    expect(standingRisk(withOverride(standing, null, rated("high"))).source).toBe("override");
    expect(standingRisk(withOverride(standing, "t", rated("high"))).source).toBe("tenant_override");
    expect(standingRisk(withOverride(standing, null, null))).toMatchObject({
      risk: "low",
      source: "catalogue",
    });
  });
});
