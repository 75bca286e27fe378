import type * as wire from "./generated/wire";
import type { Opaque } from "./wire";

// Types of Countersign's gateway API in camelCase, derived from its OpenAPI document. Times are RFC
// 3339 strings; durations have their unit in the name.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

type Values = Record<string, unknown>;

/** Data of the tool or the caller: its keys stay unchanged. */
type Kinds = Record<Opaque, unknown> & {
  arguments: Values;
  annotations: Values;
  inputSchema: Values;
  outputSchema: Values;
  facts: Record<string, Json>;
  correlation: Record<string, Json> | null;
};

/** Converts wire names to camelCase at every depth, except in opaque data. */
export type FromWire<T> = T extends readonly (infer Item)[]
  ? FromWire<Item>[]
  : T extends object
    ? { [K in keyof T as Camel<K>]: K extends Opaque ? Kinds[K] : FromWire<T[K]> }
    : T;

/** What is sent besides the arguments. A risk may use other words than the four levels. */
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

/** A warning to the gateway about an accepted call. */
export type Warning = { code: string; message: string };

export type AllowAnswer = FromWire<wire.Allow>;
export type WaitAnswer = FromWire<wire.Wait>;
export type DenyAnswer = FromWire<wire.Deny>;
export type DenyCode = wire.Deny["code"];
export type AuthorizeAnswer = AllowAnswer | WaitAnswer | DenyAnswer;

/** A pending approval; for a retry of an ended call, its result. */
export type CreatedApproval = FromWire<wire.CreatedApproval> | FromWire<wire.EndedApproval>;

export type Approval = FromWire<wire.Approval>;
export type Reply = FromWire<wire.Reply>;
export type Decision = Approval["decision"];
export type ExecutionState = Approval["execution"];
export type Outcome = NonNullable<Approval["outcome"]>;

/** Where the approved arguments and those that were sent differ. */
export type Difference = NonNullable<Approval["differences"]>[number];

/** A person's passkey signature of their approval, for `assertSigned`. Bytes are base64url. */
export type PasskeySignature = FromWire<wire.PasskeySignature>;

export type ExecutionReport = FromWire<wire.ExecutionReport>;
export type PolicySnapshot = FromWire<wire.Policy>;

type SentTool = FromWire<wire.ToolsRequest["tools"][number]>;
export type ToolDefinition = Omit<SentTool, "risk"> & { risk?: Risk };

export type RegisteredTool = FromWire<wire.RegisteredTool>;

type SentRow = Extract<wire.AuditRequest, { outcome: unknown }>;
/** `argumentsText` overrides `arguments` and is sent byte for byte. */
export type AuditRow = Sent<SentRow> & { arguments?: Values; argumentsText?: string };
export type AuditOutcome = SentRow["outcome"];
export type AuditRowAnswer = FromWire<wire.AuditRowAnswer>;
export type AuditBatchAnswer = FromWire<wire.AuditBatchAnswer>;
export type FieldError = AuditBatchAnswer["rejected"][number]["errors"][number];

export type Feedback = FromWire<wire.Feedback>;
export type FeedbackAnswer = FromWire<wire.FeedbackAnswer>;
