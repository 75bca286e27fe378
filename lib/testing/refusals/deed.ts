import type { ErrorCode } from "@/lib/core/errors";
import type { Role, Scope } from "@/lib/core/scope";
import type { World } from "./world";

// A row of the refusal table: an action, its entry points, and what each refuses.

/** Why a kind of refusal cannot apply. */
export type None = { none: string };

/**
 * `untouched`: by design no error, but nothing changed and nothing shown. `refused`: an error
 * without a code.
 */
export type Refusal = ErrorCode | "untouched" | "refused";

export type State<T> = {
  is: string;
  code: Refusal;
  make?: (target: T, world: World) => Promise<unknown>;
  arrange?: (world: World) => Promise<T>;
};

export type Kinds<T> = {
  wrongRole: Refusal | None;
  /** By the same role in another tenant, or a gateway of another tenant. */
  foreign: Refusal | None;
  wrongState: readonly State<T>[] | None;
  stale: { code: Refusal; seen: (target: T) => T } | None;
  /** Without session or credentials; default UNAUTHENTICATED. */
  noSession?: Refusal | None;
  /** With a browser session from a foreign page; default FORBIDDEN. */
  foreignOrigin?: Refusal;
};

export type Doer = Role | "gateway" | "operator" | "anyone";

export type Asked = {
  /** Path parameter `{id}` or `{provider}`. */
  of?: string;
  query?: Record<string, string>;
  body?: object;
  /** A body as a form sends it. */
  form?: string;
  headers?: Record<string, string>;
};

type Way<T> =
  | { kind: "command"; call: (scope: Scope, target: T) => Promise<unknown> }
  | { kind: "action"; isOpen: boolean; call: (target: T) => Promise<unknown> }
  | { kind: "route"; ask: (target: T) => Asked };

export type Door<T> = { verb: string; over: Partial<Kinds<T>> } & Way<T>;

export type Deed<T> = Kinds<T> & {
  /** Allowed callers; the first one runs the good case. */
  by: readonly Doer[];
  /** Whether they need all tenants. */
  everywhere?: true;
  /** Refusal for another gateway of the same tenant, if the target belongs to one gateway. */
  neighbour?: Refusal;
  /** Creates the target for each entry point. */
  arrange: (world: World) => Promise<T>;
  shows?: (target: T) => string;
  reads?: boolean;
  doors: readonly Door<T>[];
};

export const again = (code: Refusal): [{ is: string; code: Refusal }] => [{ is: "done already", code }];

type Over<T> = Partial<Kinds<T>>;

/** An entry point by command: its arguments after the scope, which the walk provides. */
export function command<T, S extends Scope, A extends unknown[]>(
  file: string,
  run: (scope: S, ...rest: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  const call = (scope: Scope, target: T) => run(scope as S, ...given(target));
  return { verb: `${file} ${run.name}`, kind: "command", call, over };
}

export function action<T, A extends unknown[]>(
  file: string,
  run: (...given: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  const call = (target: T) => run(...given(target));
  return { verb: `${file} ${run.name}`, kind: "action", isOpen: false, call, over };
}

/** An entry point by an action without sign-in. */
export function openAction<T, A extends unknown[]>(
  file: string,
  run: (...given: A) => Promise<unknown>,
  given: (target: T) => [...A],
  over: Over<T> = {},
): Door<T> {
  return { ...action(file, run, given, over), isOpen: true } as Door<T>;
}

export function route<T>(verb: string, ask: (target: T) => Asked, over: Over<T> = {}): Door<T> {
  return { verb, kind: "route", ask, over };
}
