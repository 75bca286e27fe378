import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseJson } from "@/lib/core/json/parse";
import { hintsOf } from "../hints";
import { wordsOfTool } from "../name-words";
import { BUILT_IN_RULES } from "./built-in";
import { lowersUnrated, memberWords, ruleFor, ruleForName } from "./rules";
import { saveRulesInput } from "./schema";

// Tested on the tools of seventeen real servers in the sample workspace.

type Listed = { name: string; inputSchema: object; annotations?: object };

const FOLDER = "sample/catalogues";

const TOOLS = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .flatMap((file) => {
    const { tools } = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as { tools: Listed[] };
    return tools.map((tool) => ({ provider: file.replace(".json", ""), ...tool }));
  });

const RATED = TOOLS.map(({ provider, name, inputSchema, annotations }) => {
  const hints = hintsOf(annotations ? JSON.stringify(annotations) : null);
  const members = memberWords(parseJson(JSON.stringify(inputSchema)));
  return { provider, name, hints, rule: ruleFor(BUILT_IN_RULES, { provider, name, members, hints }) };
});

const ruleOf = (tool: string) =>
  RATED.find(({ provider, name }) => `${provider}/${name}` === tool)?.rule?.name ?? null;

test("are rules that can be saved, as they are", () => {
  const input = { rules: BUILT_IN_RULES, active: true, seen: null, lowered: "0".repeat(64) };
  expect(saveRulesInput.parse(input).rules).toEqual(BUILT_IN_RULES);
});

test("rate most tools of real servers", () => {
  const count = (risk: string | undefined) => RATED.filter(({ rule }) => rule?.risk === risk).length;
  expect({ low: count("low"), medium: count("medium"), high: count("high"), none: count(undefined) }).toEqual(
    {
      low: 137,
      medium: 95,
      high: 101,
      none: 52,
    },
  );
});

test.each([
  ["stripe/create_refund", "Writes where money is"],
  ["stripe/cancel_subscription", "Destroys or takes away"],
  ["stripe/list_payment_intents", "Only reads"],
  ["resend/send-broadcast", "Sends to people"],
  ["resend/list-broadcasts", "Only reads"],
  ["resend/create-api-key", "Writes keys and rights"],
  ["slack/slack_post_message", "Posts a message"],
  ["gmail/get_or_create_label", "Changes something"],
  ["gmail/batch_delete_emails", "Destroys or takes away"],
  ["kubernetes/exec_in_pod", "Runs code or commands"],
  ["kubernetes/kubectl_generic", "Its server says it destroys"],
  ["mongodb/aggregate", "Takes code or a statement"],
  ["everything/get-env", "Reads secrets"],
  ["notion/API-retrieve-a-page", "Only reads"],
  ["hubspot/hubspot-batch-update-objects", "Changes something"],
  ["memory/open_nodes", null],
])("%s: %s", (tool, rule) => {
  expect(ruleOf(tool)).toBe(rule);
});

test("guard less only what reads by its name and whose server does not object, and ask for a person for all else", () => {
  const less = RATED.filter(({ rule }) => rule && lowersUnrated(rule));
  const byFirst = less.filter(({ rule }) => rule?.name === "Only reads");
  const byLast = less.filter(({ rule }) => rule?.name === "Reads by its last word");
  expect(byFirst.length + byLast.length).toBe(less.length);
  expect(byLast.map(({ provider, name }) => `${provider}/${name}`)).toEqual([]);
  const first = new Set(byFirst.map(({ name, provider }) => wordsOfTool(name, provider)[0]));
  expect([...first].sort()).toEqual(
    [
      "check",
      "count",
      "describe",
      "explain",
      "find",
      "get",
      "list",
      "query",
      "read",
      "retrieve",
      "search",
    ].filter((word) => first.has(word)),
  );
  expect(less.filter(({ hints }) => hints.destructive === true || hints.readOnly === false)).toEqual([]);
});

describe("rate what people ask for first", () => {
  const of = (tool: string, members: string[] = []) => {
    const [provider = "", name = ""] = tool.split("/");
    const hints = { readOnly: null, destructive: null };
    return ruleFor(BUILT_IN_RULES, { provider, name, members: new Set(members), hints })?.risk ?? null;
  };

  test.each([
    ["ga4/ga4_report", "low"],
    ["gsc/gsc_performance", "low"],
    ["knowledge/search_knowledge", "low"],
    ["context/context_query", "low"],
    ["warehouse/bigquery_query", "low"],
    ["web/web_search", "low"],
    ["search/web_search", "low"],
    ["ads/google_ads_report", "low"],
    ["files/read_file", "low"],
    ["files/write_file", "medium"],
    ["katana/modify_customer", "medium"],
    ["katana/create_customer", "medium"],
    ["katana/update_stock_adjustment", "medium"],
    ["katana/fulfill_order", "high"],
    ["katana/fulfil_order", "high"],
    ["katana/receive_purchase_order", "high"],
    ["katana/correct_manufacturing_order", "high"],
    ["katana/rebuild_cache", "high"],
    ["katana/delete_product", "high"],
    ["aws/aws_ses_send", "high"],
    ["ads/google_ads_mutate", "high"],
    ["meta/meta_ads_mutate", "high"],
    ["shell/run_command", "high"],
  ])("%s is %s", (tool, risk) => {
    expect(of(tool)).toBe(risk);
  });

  test("a query of its own statement is no plain reading, nor what its server says destroys", () => {
    expect(of("db/warehouse_query", ["sql"])).toBe("medium");
    const warned = { provider: "p", name: "web_search", members: new Set<string>() };
    const hints = { readOnly: null, destructive: true };
    expect(ruleFor(BUILT_IN_RULES, { ...warned, hints })?.risk).toBe("high");
  });
});

test("raise names that no catalogue has", () => {
  expect(ruleForName(BUILT_IN_RULES, null, "send_invoice")?.risk).toBe("high");
  expect(ruleForName(BUILT_IN_RULES, null, "wipe_disk")?.risk).toBe("high");
});

describe("never take for reading", () => {
  const silent = { members: new Set<string>(), hints: { readOnly: null, destructive: null } };
  const rated = (tool: string) => {
    const [provider = "", name = ""] = tool.split("/");
    return ruleFor(BUILT_IN_RULES, { provider, name, ...silent });
  };

  test.each([
    ["exec/exec_query", "high"],
    ["shell/shell_query", "high"],
    ["secrets/secrets_get", "medium"],
    ["keys/keys_list", "medium"],
    ["kill-switch/kill_get", "high"],
    ["delete-service/delete_list", "high"],
    ["payments/payments_create", "high"],
    ["pay/pay_get", "medium"],
  ])("a word of the name that is its provider's too: %s is %s", (tool, risk) => {
    expect(rated(tool)).toMatchObject({ risk, requiresConfirmation: true });
  });

  test.each([
    ["crm/getDBDelete", "high"],
    ["crm/getSQLExec", "high"],
    ["crm/listDBDrop", "high"],
    ["crm/fetchAndDELETEAll", "high"],
  ])("a word behind capitals: %s is %s", (tool, risk) => {
    expect(rated(tool)).toMatchObject({ risk, requiresConfirmation: true });
  });

  test.each([
    "find_and_pay",
    "lookup_and_refund",
    "get_or_approve",
    "view_clear",
    "search_reset",
    "readAndArchive",
    "count_withdraw",
    "query_run",
    "list_users_and_frobnicate",
    "get_lock_release",
  ])("a verb behind one that reads: %s", (name) => {
    expect(rated(`crm/${name}`)).toMatchObject({ risk: "medium", requiresConfirmation: true });
  });

  test.each([
    ["archive_report", "medium"],
    ["share_report", "medium"],
    ["file_report", "medium"],
    ["email_report", "medium"],
    ["improve_performance", "medium"],
    ["close_query", "medium"],
    ["secret_lookup", "medium"],
    ["run_report", "high"],
    ["delete_search", "high"],
    ["send_report", "high"],
  ])("a name that only ends like reading: %s is %s", (name, risk) => {
    expect(rated(`crm/${name}`)).toMatchObject({ risk, requiresConfirmation: true });
  });

  test.each(["get_deal", "list_orders", "list_refunds", "search_runs", "getHTTPStatus"])(
    "and still let through %s",
    (name) => {
      expect(rated(`crm/${name}`)?.name).toBe("Only reads");
    },
  );
});
