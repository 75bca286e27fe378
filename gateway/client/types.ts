import type * as wire from "./generated/wire";
import type { Opaque } from "./wire";

// Shapes of Countersign's gateway API in camelCase, made of its OpenAPI document. Times are RFC 3339
// strings, durations carry their unit in the name.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

type Values = Record<string, unknown>;

/** What belongs to the tool or to the caller: its own names stay as they are. */
type Kinds = Record<Opaque, unknown> & {
  arguments: Values;
  annotations: Values;
  inputSchema: Values;
  outputSchema: Values;
  facts: Record<string, Json>;
  correlation: Record<string, Json> | null;
};

/** The wire's names in camelCase at every depth, but for what is opaque. */
export type FromWire<T> = T extends readonly (infer Item)[]
  ? FromWire<Item>[]
  : T extends object
    ? { [K in keyof T as Camel<K>]: K extends Opaque ? Kinds[K] : FromWire<T[K]> }
    : T;

/** What is sent besides the arguments. A risk may be said in other words than the four it has. */
type Sent<T extends { arguments?: unknown }> = Omit<FromWire<T>, "arguments" | "risk" | "correlation"> & {
  risk?: Risk;
  correlation?: Record<string, Json>;
};

export type Risk = wire.Approval["risk"];
export type Mode = wire.Approval["mode"];

/** Exactly one of the two: a value to serialise, or JSON text that must arrive byte for byte. */
export type ToolArguments =
  | { arguments: Values; argumentsText?: undefined }
  | { argumentsText: string; arguments?: undefined };

export type ApprovalRequest = ToolArguments & Sent<wire.ApprovalRequest>;
export type AuthorizeRequest = ToolArguments & Sent<wire.AuthorizeRequest>;

/** What the gateway is warned of although its call was taken. */
export type Warning = { code: string; message: string };

export type AllowAnswer = FromWire<wire.Allow>;
export type WaitAnswer = FromWire<wire.Wait>;
export type DenyAnswer = FromWire<wire.Deny>;
export type DenyCode = wire.Deny["code"];
export type AuthorizeAnswer = AllowAnswer | WaitAnswer | DenyAnswer;

/** To wait for; of a retry after the call came to an end, what that was. */
export type CreatedApproval = FromWire<wire.CreatedApproval> | FromWire<wire.EndedApproval>;

export type Approval = FromWire<wire.Approval>;
export type Decision = Approval["decision"];
export type ExecutionState = Approval["execution"];
export type Outcome = NonNullable<Approval["outcome"]>;

/** Where the approved arguments and those that were sent differ. */
export type Difference = NonNullable<Approval["differences"]>[number];

/** What a person's passkey signed when they approved: `assertSigned` checks it. Bytes are base64url. */
export type PasskeySignature = FromWire<wire.PasskeySignature>;

export type ExecutionReport = FromWire<wire.ExecutionReport>;
export type PolicySnapshot = FromWire<wire.Policy>;

type SentTool = FromWire<wire.ToolsRequest["tools"][number]>;
export type ToolDefinition = Omit<SentTool, "risk"> & { risk?: Risk };

/** What registration did with one tool. */
export type RegisteredTool = FromWire<wire.RegisteredTool>;

type SentRow = Extract<wire.AuditRequest, { outcome: unknown }>;
/** `argumentsText` wins over `arguments`, and is sent byte for byte. */
export type AuditRow = Sent<SentRow> & { arguments?: Values; argumentsText?: string };
export type AuditOutcome = SentRow["outcome"];
export type AuditRowAnswer = FromWire<wire.AuditRowAnswer>;
export type AuditBatchAnswer = FromWire<wire.AuditBatchAnswer>;
export type FieldError = AuditBatchAnswer["rejected"][number]["errors"][number];

export type Feedback = FromWire<wire.Feedback>;
export type FeedbackAnswer = FromWire<wire.FeedbackAnswer>;
