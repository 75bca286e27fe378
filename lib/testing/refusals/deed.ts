import type { ErrorCode } from "@/lib/core/errors";
import type { Role, Scope } from "@/lib/core/scope";
import type { World } from "./world";

// One row of the table of refusals: a deed, the doors that lead to it, and what each of them refuses.

/** Why a kind of refusal cannot apply. */
export type None = { none: string };

/** `untouched`: no error, by design, but nothing has changed and nothing is shown. `refused`: told without a code. */
export type Refusal = ErrorCode | "untouched" | "refused";

export type State<T> = {
  /** In words, for messages. */
  is: string;
  code: Refusal;
  /** Brings it about; without it and `arrange`, the good case has just been done. */
  make?: (target: T, world: World) => Promise<unknown>;
  /** Another target, for what is in that state from its beginning. */
  arrange?: (world: World) => Promise<T>;
};

export type Kinds<T> = {
  wrongRole: Refusal | None;
  /** By the same role in another tenant, or by a gateway of another tenant. */
  foreign: Refusal | None;
  wrongState: readonly State<T>[] | None;
  /** `seen` is the target as it was before it changed. */
  stale: { code: Refusal; seen: (target: T) => T } | None;
  /** Without a session or credentials; UNAUTHENTICATED unless said otherwise. */
  noSession?: Refusal | None;
  /** With a browser's session, from another page than our own; FORBIDDEN unless said otherwise. */
  foreignOrigin?: Refusal;
};

export type Doer = Role | "gateway" | "operator" | "anyone";

/** What a request to a route says. */
export type Asked = {
  /** What stands for `{id}` or `{provider}` in the path. */
  of?: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
};

type Way<T> =
  | { kind: "command"; call: (scope: Scope, target: T) => Promise<unknown> }
  | { kind: "action"; isOpen: boolean; call: (target: T) => Promise<unknown> }
  | { kind: "route"; ask: (target: T) => Asked };

/** One way to do the deed. `over` is what it refuses otherwise than the other doors. */
export type Door<T> = { verb: string; over: Partial<Kinds<T>> } & Way<T>;

export type Deed<T> = Kinds<T> & {
  /** Who may; the first one does the good case before the others. */
  by: readonly Doer[];
  /** Whether they have to be of all tenants. */
  everywhere?: true;
  /** What another gateway of the same tenant is told; for what belongs to one gateway. */
  neighbour?: Refusal;
  /** Makes what the good case needs, anew for each door. */
  arrange: (world: World) => Promise<T>;
  /** A text of the good answer that foreigners must not be shown. */
  shows?: (target: T) => string;
  /** Whether the good case changes nothing. */
  reads?: boolean;
  doors: readonly Door<T>[];
};

export const again = (code: Refusal): [{ is: string; code: Refusal }] => [{ is: "done already", code }];

type Over<T> = Partial<Kinds<T>>;

/** The door of a command: its arguments after the scope. The scope is the walk's to give, of whatever kind the type allows. */
export function command<T, S extends Scope, A extends unknown[]>(
  file: string,
  run: (scope: S, ...rest: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  const call = (scope: Scope, target: T) => run(scope as S, ...given(target));
  return { verb: `${file} ${run.name}`, kind: "command", call, over };
}

/** The door of a server action. */
export function action<T, A extends unknown[]>(
  file: string,
  run: (...given: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  const call = (target: T) => run(...given(target));
  return { verb: `${file} ${run.name}`, kind: "action", isOpen: false, call, over };
}

/** The door of an action that nobody has to be signed in for. */
export function openAction<T, A extends unknown[]>(
  file: string,
  run: (...given: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  return { ...action(file, run, given, over), isOpen: true } as Door<T>;
}

/** The door of a route: `POST /api/v1/authorize`. */
export function route<T>(verb: string, ask: (target: T) => Asked, over: Over<T> = {}): Door<T> {
  return { verb, kind: "route", ask, over };
}
