import * as z from "zod";
import { groupNameSchema } from "@/lib/auth/groups/schema";
import { emailSchema } from "@/lib/auth/schema";
import { RISKS } from "@/lib/core/risk";
import { IDENTIFIER, IDENTIFIER_FORM } from "@/lib/core/text/identifiers";
import { URL_MAX } from "@/lib/gateways/schema";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/notices/types";
import { tenantKeySchema } from "@/lib/tenants/schema";
import { DESTINATION_NAME_MAX, PRESET_FACTS, TEMPLATE_MAX, takesKind, WEBHOOK_PRESETS } from "./types";

const SECRET_MAX = 1_000;
const HEADER_MAX = 100;
const SLACK_CHANNEL_MAX = 100;

const secret = z
  .string()
  .trim()
  .max(SECRET_MAX)
  .regex(/^[\x20-\x7e]*$/, "printable ASCII characters")
  .transform((text) => (text === "" ? null : text));

/** Names that the request has already, or that would change where it goes. */
const TAKEN =
  /^(?:host|content-.*|transfer-encoding|connection|te|trailer|upgrade|expect|webhook-.*|user-agent|cookie)$/i;

const header = z
  .string()
  .trim()
  .max(HEADER_MAX)
  .regex(/^[A-Za-z0-9-]+$/, "a header’s name, for example Authorization")
  .refine((name) => !TAKEN.test(name), "a header that Countersign does not set itself");

const email = z.strictObject({ channel: z.literal("email"), to: emailSchema });

const slack = z.strictObject({
  channel: z.literal("slack"),
  to: z
    .string()
    .trim()
    .max(SLACK_CHANNEL_MAX)
    .regex(/^(?![UW][A-Z0-9]{6,}$)#?[^\s#@<>&"]+$/, "a channel’s name or id, for example #approvals"),
});

const webhook = z
  .strictObject({
    channel: z.literal("webhook"),
    preset: z.enum(WEBHOOK_PRESETS),
    url: z.string().trim().max(URL_MAX).describe("Empty: the stored one, or the service’s own."),
    secret,
    header: header.nullable(),
    template: z.string().max(TEMPLATE_MAX).nullable(),
    sendsUpdates: z.boolean(),
  })
  .superRefine(({ preset, url, template, header: name, secret: value }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (url !== "" && !URL.canParse(url)) wrong("url", `a URL, for example ${PRESET_FACTS[preset].urlForm}`);
    if (preset !== "own") return;
    if (template === null) wrong("template", "a template");
    if (value !== null && name === null) wrong("header", "the name of the header that carries the value");
  });

const facts = {
  name: z
    .string()
    .trim()
    .min(1, { error: "a name", abort: true })
    .max(DESTINATION_NAME_MAX)
    .regex(IDENTIFIER, `a name, ${IDENTIFIER_FORM}`),
  group: groupNameSchema
    .nullable()
    .describe("Only calls that this group may decide; null: all of the tenant."),
  events: z.array(z.enum(NOTICE_KINDS)).min(1, "at least one event").max(NOTICE_KINDS.length),
  minRisk: z.enum(RISKS),
  target: z.discriminatedUnion("channel", [email, slack, webhook]),
};

type Taking = { events: readonly NoticeKind[]; target: z.output<typeof facts.target> };

function assertTaken({ events, target }: Taking, context: z.RefinementCtx): void {
  if (target.channel !== "webhook" || events.every((kind) => takesKind(target.preset, kind))) return;
  const message = `events that ask for something: ${PRESET_FACTS[target.preset].label} would keep the others open`;
  context.addIssue({ code: "custom", path: ["events"], message });
}

export const createDestinationInput = z
  .strictObject({ tenant: tenantKeySchema, ...facts })
  .superRefine(assertTaken);
export type CreateDestination = z.output<typeof createDestinationInput>;

const which = { tenant: tenantKeySchema, id: z.uuid() };

export const updateDestinationInput = z.strictObject({ ...which, ...facts }).superRefine(assertTaken);
export type UpdateDestination = z.output<typeof updateDestinationInput>;

export type TargetInput = CreateDestination["target"];

export const switchDestinationInput = z.strictObject({ ...which, isOn: z.boolean() });

export const destinationInput = z.strictObject(which);
