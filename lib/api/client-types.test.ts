import { expectTypeOf, test } from "vitest";
import type * as z from "zod";
import type { CallbackData } from "@/gateway/client/event";
import type {
  AllowAnswer,
  Approval,
  AuditBatchAnswer,
  AuditRow,
  AuditRowAnswer,
  AuthorizeRequest,
  CreatedApproval,
  DenyAnswer,
  ExecutionReport,
  Feedback,
  FeedbackAnswer,
  PolicySnapshot,
  RegisteredTool,
  ToolDefinition,
  WaitAnswer,
} from "@/gateway/client/types";
import type { executionReportSchema } from "@/lib/approvals/execution/schema";
import type {
  allowWire,
  createdApprovalWire,
  denyWire,
  endedApprovalWire,
  waitWire,
} from "@/lib/approvals/gate/wire";
import type { authorizeSchema } from "@/lib/approvals/schema";
import type { approvalWire, callbackDataWire } from "@/lib/approvals/wire";
import type { toolCallSchema } from "@/lib/calls/schema";
import type { recordedBatchWire, recordedCallWire } from "@/lib/calls/wire";
import type { feedbackSchema } from "@/lib/feedback/schema";
import type { submittedWire } from "@/lib/feedback/wire";
import type { putToolsSchema } from "@/lib/tools/schema";
import type { policyWire, registeredToolWire } from "@/lib/tools/wire";

// The client's types are written by hand, because the gateway stands alone. Here the compiler holds them to the schemas: a member
// that one side has and the other has not, or of another kind, is an error of types.

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** What `gateway/client/wire.ts` leaves alone: its keys are data of the tool or of the caller. */
type Opaque =
  | "arguments"
  | "result"
  | "correlation"
  | "facts"
  | "received"
  | "approved"
  | "annotations"
  | "inputSchema"
  | "outputSchema";

/** The wire's names in camelCase at every depth; `Any` stands for what is opaque. */
type Renamed<T, Any> = T extends readonly (infer Item)[]
  ? Renamed<Item, Any>[]
  : T extends object
    ? { [K in keyof T as string extends K ? never : Camel<K>]: K extends Opaque ? Any : Renamed<T[K], Any> }
    : T;

/** What we send, which every client type has to take; what is opaque fits anything. */
type Told<S extends z.ZodType> = Renamed<z.input<S>, never>;
/** What we accept; what is opaque takes anything. */
type Taken<S extends z.ZodType> = Renamed<z.input<S>, unknown>;

type SameKeys<A, B> = [NonNullable<A>] extends [never]
  ? true
  : unknown extends A | B
    ? true
    : NonNullable<A> extends readonly (infer X)[]
      ? NonNullable<B> extends readonly (infer Y)[]
        ? SameKeys<X, Y>
        : false
      : NonNullable<A> extends object
        ? SameMembers<NonNullable<A>, NonNullable<B>>
        : true;

type SameMembers<A, B> = [keyof A, keyof B] extends [keyof B, keyof A]
  ? { [K in keyof A]-?: SameKeys<A[K], K extends keyof B ? B[K] : never> }[keyof A] extends true
    ? true
    : false
  : { only: Exclude<keyof A, keyof B> | Exclude<keyof B, keyof A> };

type Fits<From, To> = [From] extends [To] ? SameKeys<From, To> : "is of another kind";

/** The client takes the arguments of a call as text, too, and sends them spliced in. */
type Sent<T> = Omit<T, "argumentsText">;
/** Of the two forms in which the client takes arguments, one is sent. */
type Asked<T> = Omit<T, "argumentsText" | "arguments"> & { arguments: unknown };

test("the client's answers are what the schemas say", () => {
  expectTypeOf<Fits<Told<typeof allowWire>, AllowAnswer>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof waitWire>, WaitAnswer>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof denyWire>, DenyAnswer>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof approvalWire>, Approval>>().toEqualTypeOf<true>();
  type Created = Extract<CreatedApproval, { decision: "wait" }>;
  expectTypeOf<Fits<Told<typeof createdApprovalWire>, Created>>().toEqualTypeOf<true>();
  type Ended = Extract<CreatedApproval, { decision: "deny" }>;
  expectTypeOf<Fits<Told<typeof endedApprovalWire>, Ended>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof callbackDataWire>, CallbackData>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof policyWire>, PolicySnapshot>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof registeredToolWire>, RegisteredTool>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof recordedCallWire>, AuditRowAnswer>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof recordedBatchWire>, AuditBatchAnswer>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Told<typeof submittedWire>, FeedbackAnswer>>().toEqualTypeOf<true>();
});

type Tool = z.input<typeof putToolsSchema>["tools"][number];

test("the client's requests are what the schemas accept", () => {
  expectTypeOf<Fits<Asked<AuthorizeRequest>, Taken<typeof authorizeSchema>>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<ExecutionReport, Taken<typeof executionReportSchema>>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<ToolDefinition, Renamed<Tool, unknown>>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Sent<AuditRow>, Taken<typeof toolCallSchema>>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<Feedback, Taken<typeof feedbackSchema>>>().toEqualTypeOf<true>();
});

test("a member too many, too few or of another kind is noticed", () => {
  type One = { a: string; b: { c: number }[] };
  expectTypeOf<Fits<One, { a: string; b: { c: number }[] }>>().toEqualTypeOf<true>();
  expectTypeOf<Fits<One, { a: string }>>().toEqualTypeOf<{ only: "b" }>();
  expectTypeOf<Fits<One, { a: string; b: { c: number; d?: number }[] }>>().not.toEqualTypeOf<true>();
  expectTypeOf<Fits<One, { a: number; b: { c: number }[] }>>().toEqualTypeOf<"is of another kind">();
});
