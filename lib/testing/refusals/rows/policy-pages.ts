import * as deciders from "@/lib/approvals/deciders/actions";
import * as insights from "@/lib/insights/actions";
import * as actions from "@/lib/policies/actions";
import { deny } from "@/lib/policies/testing/installation";
import { writtenPolicy } from "@/lib/policies/written";
import { unique } from "@/lib/testing/factories";
import { action } from "../deed";
import { deed, type Row } from "../walk";
import { administration } from "./gateways";

const ACTIONS = "lib/policies/actions.ts";

export const policyPages: readonly Row[] = [
  deed({
    ...administration,
    reads: true,
    arrange: async () => ({ name: unique("tool") }),
    wrongState: { none: "a policy can be written at any time" },
    stale: { none: "it says what is wrong with what was sent" },
    doors: [
      action(ACTIONS, actions.checkPolicy, ({ name }: { name: string }) => [
        writtenPolicy(deny({ tools: [name] }, name)),
      ]),
      action("lib/approvals/deciders/actions.ts", deciders.findWarnings, ({ name }: { name: string }) => [
        { policies: [writtenPolicy(deny({ tools: [name] }, name))] },
      ]),
      action("lib/insights/actions.ts", insights.findNameOffers, (_: { name: string }) => []),
      action(ACTIONS, actions.findArgumentOffers, ({ name }: { name: string }) => [
        { match: { tools: [name] } },
      ]),
      action(ACTIONS, actions.readPolicies, ({ name }: { name: string }) => [
        { text: JSON.stringify({ policies: [writtenPolicy(deny({ tools: [name] }, name))] }) },
      ]),
    ],
  }),
];
