import type { Kept } from "@/lib/maintenance/retention/types";
import type { TenantSettings } from "@/lib/tenants/types";
import { counted } from "./counts";
import { durationWords } from "./durations";

/** Each setting: what it is called, and what follows from its value. */
export const SETTING: {
  [Name in keyof TenantSettings]: { title: string; means: (value: TenantSettings[Name]) => string };
} = {
  autoApproveHighRisk: {
    title: "Let high-risk calls through without a person",
    means: (on) =>
      on
        ? "Countersign asks no one. High-risk calls, and lower ones that would need a person, run at once and are only recorded. Critical calls still wait unless a policy names them, and a call that was just rejected is still refused. Policies decide first: calls that they hold or refuse do not run."
        : "High-risk and critical calls wait for a person, and so do lower ones that need one. Policies and remembered rules decide first: they can let high-risk calls run, and a policy that names critical calls lets those run too.",
  },
  confirmMode: {
    title: "When a gateway says the user already confirmed",
    means: (mode) =>
      mode === "accept"
        ? "A call with confirm: true runs without a person here, unless it is critical. Countersign believes anyone who can make the agent send it."
        : "confirm: true changes nothing: the call waits for a person like any other.",
  },
  blockSelfApproval: {
    title: "When a call names the person who would approve it",
    means: (on) =>
      on
        ? "A user named in on_behalf_of, by e-mail address or name, cannot approve the call, and neither can an administrator who is named there. They may still reject it."
        : "Users may approve calls that an agent makes on their own behalf, so one person can ask and say yes.",
  },
  tokensApproveCritical: {
    title: "When a script approves a critical call",
    means: (on) =>
      on
        ? "A personal token of an approver or administrator may approve critical calls. No one has to type the count or the target then."
        : "A personal token may approve low, medium and high-risk calls. A critical call needs a user who opens it in the app.",
  },
  criticalNeedsPasskey: {
    title: "How critical calls are approved",
    means: (on) =>
      on
        ? "People sign each approval of a critical call with a passkey: by fingerprint, face or PIN, on their own device. No one can approve without one, by personal token or break-glass either. Rejecting needs none."
        : "Being signed in is enough to approve a critical call, unless its policy asks for a passkey.",
  },
  holdUnratedTools: {
    title: "When a tool is not rated yet",
    means: (on) =>
      on
        ? "Its calls wait for a person, at any risk that the gateway claims for them. Rate the tool, or add a rule, to let low and medium calls run."
        : "The gateway’s word for the call holds: what it calls low runs without a person. The tool’s page and the list of tools say so.",
  },
  breakGlass: {
    title: "Who may break the glass in an emergency",
    means: (mode) =>
      mode === "nobody"
        ? "No one approves a call past its policy, however urgent it is."
        : `${mode === "admins" ? "An administrator" : "Any approver or administrator"} may approve a call alone in the app, with a reason, although its policy asks for several people or for others, or the call is their own. Countersign notifies all who may decide here at once, and another person has to review it afterwards.`,
  },
  samplePercent: {
    title: "How many calls that ran without a person are reviewed",
    means: (percent) =>
      percent === 0
        ? "None. Calls that a policy, a remembered rule or a setting lets through are recorded, and no one is asked to review them."
        : `${percent === 100 ? "Every call" : `About ${percent} of 100 calls`} that a policy, a remembered rule or a setting lets through${percent === 100 ? "" : ", chosen by chance,"} comes to Reviews, where people say whether it should have waited.`,
  },
  ttlSeconds: {
    title: "How long a call waits for a decision",
    means: (seconds) =>
      `A call that no one decides within ${durationWords(seconds)} expires: it does not run, and the agent learns that no one answered. A gateway may ask for a different time.`,
  },
  useByCallbackSeconds: {
    title: "How long an approved call may wait to start, when the gateway is called back",
    means: (seconds) =>
      `If the gateway does not start it within ${durationWords(seconds)} of the approval, the approval lapses and the call never runs.`,
  },
  useByReissueSeconds: {
    title: "How long an approved call may wait to start, when the agent repeats it",
    means: (seconds) =>
      `The agent has ${durationWords(seconds)} after the approval to make the same call again. After that it has to ask again.`,
  },
  rejectionCooldownSeconds: {
    title: "How long a rejected call stays rejected",
    means: (seconds) =>
      seconds === 0
        ? "An agent may ask again as soon as a call is rejected, so people can be asked the same thing over and over."
        : `If an agent asks for the same call again within ${durationWords(seconds)} of its rejection, Countersign refuses it at once and asks no one.`,
  },
  rationaleGraceDays: {
    title: "Grace period for missing rationales",
    means: (days) =>
      days === 0
        ? "Every call needs a rationale of 10 to 500 characters, from the first one on."
        : `For ${counted(days, "day", "days")} after the tenant's first call, a missing rationale is only a warning. After that, Countersign refuses the call.`,
  },
};

type KeptWords = {
  title: string;
  one: string;
  many: string;
  deletes: string;
  /** The meaning of an unlimited retention. */
  always: string;
};

const FOR_EVER = "For ever";
const AS_ITS_CALL = "As long as the call";

/** Each kind of row, and of text in a row, with a retention. */
export const KEPT_WORDS: Record<Kept, KeptWords> = {
  calls: {
    title: "Calls that agents made",
    one: "call",
    many: "calls",
    deletes:
      "Deletes each call with its rationale, arguments and outcome. What was counted of it stays: counts by day, masked rationales, intents, and the list of callers that left a rationale out.",
    always: FOR_EVER,
  },
  rationales: {
    title: "Rationales of these calls",
    one: "rationale",
    many: "rationales",
    deletes:
      "Removes the agent's words from each call; the call stays, and the search finds it no longer by them. Masked rationales and intents stay. Not longer than the calls.",
    always: AS_ITS_CALL,
  },
  arguments: {
    title: "Arguments of these calls",
    one: "call's arguments",
    many: "calls' arguments",
    deletes:
      "Removes what each call sent, also where refusals quote it; the call and the digest of its arguments stay. Approvals keep their own. Not longer than the calls.",
    always: AS_ITS_CALL,
  },
  approvals: {
    title: "Decided approvals with their arguments",
    one: "decided approval",
    many: "decided approvals",
    deletes:
      "Deletes each approval with its arguments, votes, result and callbacks. An approval that is pending, is running, has an undelivered callback or waits for a review stays, however old it is. The activity log still says who decided.",
    always: FOR_EVER,
  },
  feedback: {
    title: "Reports from agents and corrections from users",
    one: "report or correction",
    many: "reports and corrections",
    deletes:
      "Deletes the reports and corrections with their text. The issue they belong to stays, with its title, number, state, answer and count.",
    always: FOR_EVER,
  },
};

/** "3 calls", or "more than 1,000 calls" at the limit. */
export function countedTo(cap: number, value: number, one: string, many: string): string {
  return value > cap ? `more than ${counted(cap, one, many)}` : counted(value, one, many);
}

/** Calls of the last 7 days that the `confirm: true` setting let through. */
export const confirmedWords = (cap: number, confirmed: number): string =>
  `${countedTo(cap, confirmed, "call", "calls")} ran in the last 7 days because the gateway said the user had confirmed.`;
