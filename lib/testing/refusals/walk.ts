import type { Access } from "@/lib/api/definition";
import { ROLES } from "@/lib/auth/types";
import type { Role } from "@/lib/core/scope";
import type { Deed, Doer, Door, Kinds, None, Refusal, State } from "./deed";
import { digest, type Heard, type How, knock } from "./knock";
import type { Mounted } from "./routes";
import { type Caller, NOBODY, operator, type World } from "./world";

// Runs every entry point of an action with every caller it has to refuse, then with those it
// allows.

export type Ground = {
  world: World;
  mounted: ReadonlyMap<string, Mounted>;
  /** Scope types of the commands, by verb. */
  scopes: ReadonlyMap<string, string>;
};

export type Row = {
  verbs: readonly string[];
  /** Reasons why a kind cannot apply. */
  reasons: readonly string[];
  /** Deviations from the row. */
  walk: (ground: Ground) => Promise<string[]>;
};

const FOREIGN_ORIGIN = "https://elsewhere.example";

export function deed<T>(row: Deed<T>): Row {
  const kinds: Partial<Kinds<T>>[] = [row, ...row.doors.map(({ over }) => over)];
  const all = kinds.flatMap(({ wrongRole, foreign, wrongState, stale, noSession }) => [
    wrongRole,
    foreign,
    wrongState,
    stale,
    noSession,
  ]);
  return {
    verbs: row.doors.map(({ verb }) => verb),
    reasons: all.flatMap((kind) => (isNone(kind) ? [kind.none] : [])),
    walk: async (ground) => {
      const failures: string[] = [];
      for (const door of row.doors) await new Walk(ground, row, door, failures).go();
      return failures;
    },
  };
}

function isNone(kind: unknown): kind is None {
  return typeof kind === "object" && kind !== null && "none" in kind;
}

class Walk<T> {
  readonly #ground: Ground;
  readonly #deed: Deed<T>;
  readonly #door: Door<T>;
  readonly #kinds: Kinds<T>;
  readonly #failures: string[];

  constructor(ground: Ground, row: Deed<T>, door: Door<T>, failures: string[]) {
    this.#ground = ground;
    this.#deed = row;
    this.#door = door;
    this.#kinds = { ...row, ...door.over };
    this.#failures = failures;
  }

  async go(): Promise<void> {
    const { world } = this.#ground;
    const target = await this.#deed.arrange(world);
    const before = await digest();
    for (const [caller, code] of this.#uninvited()) await this.#refused(caller, target, code);
    await this.#withoutSession(target);
    const { stale, wrongState } = this.#kinds;
    const [first, ...others] = this.#doers();
    if (!first && this.#deed.by.length === 0) return;
    if (!first) return this.#fail("none of those who may can come to this door");
    if (!isNone(stale)) await this.#refused(first, stale.seen(target), stale.code, "with a stale view");
    if ((await digest()) !== before) this.#fail("one of those who were refused changed something");
    await this.#welcome(first, target, before);
    for (const state of isNone(wrongState) ? [] : wrongState) await this.#inState(first, target, state);
    for (const other of others) await this.#welcome(other, await this.#deed.arrange(world), null);
  }

  /** Callers that the action has to refuse, with the expected refusal. */
  #uninvited(): [Caller, Refusal][] {
    const { world } = this.#ground;
    const { by, everywhere, neighbour } = this.#deed;
    const { wrongRole, foreign } = this.#kinds;
    const own = everywhere ? world.everywhere : world.people;
    const found: [Caller, Refusal][] = this.#shutOut();
    const may = (who: Doer) => by.includes(who);
    if (!isNone(wrongRole)) {
      if (this.#takes("person"))
        for (const role of ROLES.filter((one) => !may(one))) found.push([own[role], wrongRole]);
      if (this.#takes("gateway") && !may("gateway")) found.push([world.gateway, wrongRole]);
    }
    const role = by.find((one): one is Role => one in world.people);
    if (!isNone(foreign) && role && this.#takes("person")) {
      found.push([world.elsewhere[role], foreign]);
      if (everywhere) found.push([world.people[role], foreign]);
    }
    if (!isNone(foreign) && may("gateway") && this.#takes("gateway")) found.push([world.strange, foreign]);
    if (neighbour && this.#takes("gateway")) found.push([world.neighbour, neighbour]);
    return found;
  }

  /** Callers whose credentials the operation does not accept. */
  #shutOut(): [Caller, Refusal][] {
    const { world } = this.#ground;
    const access = this.#access();
    if (access === "gateway") return [[world.everywhere.admin, "FORBIDDEN"]];
    if (access === "person") return [[world.gateway, "FORBIDDEN"]];
    if (access === "operator")
      return [
        [world.everywhere.admin, "UNAUTHENTICATED"],
        [world.gateway, "UNAUTHENTICATED"],
      ];
    return [];
  }

  #access(): Access | null {
    if (this.#door.kind !== "route") return null;
    return this.#mounted()?.operation?.access ?? null;
  }

  #mounted(): Mounted | undefined {
    return this.#ground.mounted.get(this.#door.verb);
  }

  /** Whether types or credentials let such a caller reach the role check. */
  #takes(who: "person" | "gateway"): boolean {
    const { kind, verb } = this.#door;
    if (kind === "action") return who === "person";
    if (kind === "command") {
      const types = (this.#ground.scopes.get(verb) ?? "").split(" | ");
      return types.includes("Scope") || types.includes(who === "person" ? "UserScope" : "GatewayScope");
    }
    const access = this.#access();
    return access === null ? who === "person" : access === "any" || access === who;
  }

  #doers(): Caller[] {
    const { world } = this.#ground;
    const people = this.#deed.everywhere ? world.everywhere : world.people;
    return this.#deed.by.flatMap((who): Caller[] => {
      if (who === "anyone") return [NOBODY];
      if (who === "operator") return [operator()];
      if (who === "gateway") return this.#takes("gateway") ? [world.gateway] : [];
      return this.#takes("person") ? [people[who]] : [];
    });
  }

  async #withoutSession(target: T): Promise<void> {
    const { kind } = this.#door;
    // A command gets a scope, which proves who asks and from where.
    if (kind === "command") return;
    const { noSession = "UNAUTHENTICATED" } = this.#kinds;
    const operation = this.#mounted()?.operation;
    const open = kind === "action" ? this.#door.isOpen : operation?.access === "anyone";
    const here = { asBrowser: operation ? operation.session : undefined };
    if (!open && !isNone(noSession))
      await this.#refused(NOBODY, target, noSession, "without credentials", here);
    // Where only bearers count, a browser session grants nothing.
    const onlyBearer = operation && !operation.session;
    // A foreign page cannot see the answer to a read.
    if (operation?.access === "anyone" || (this.#deed.reads && !onlyBearer && kind === "route")) return;
    const { foreignOrigin = "FORBIDDEN" } = this.#kinds;
    const browser = this.#doers().find(({ cookie }) => cookie) ?? this.#ground.world.everywhere.admin;
    const from = { origin: FOREIGN_ORIGIN, asBrowser: true };
    const code = onlyBearer ? "UNAUTHENTICATED" : foreignOrigin;
    await this.#refused(browser, target, code, "from a foreign origin", from);
  }

  async #welcome(caller: Caller, target: T, before: string | null): Promise<void> {
    const was = before ?? (await digest());
    const heard = await this.#knock(caller, target);
    if (heard.code !== null) return this.#fail(`${caller.says} may, but heard ${heard.code}: ${heard.text}`);
    const { shows, reads = false } = this.#deed;
    if (shows && !heard.text.includes(shows(target)))
      this.#fail(`${caller.says} was not shown the good case`);
    if (((await digest()) === was) !== reads)
      this.#fail(`the good case of ${caller.says} changed ${reads ? "something" : "nothing"}`);
  }

  async #inState(caller: Caller, done: T, state: State<T>): Promise<void> {
    const { world } = this.#ground;
    const arrange = state.arrange ?? (state.make && this.#deed.arrange);
    const target = arrange ? await arrange(world) : done;
    await state.make?.(target, world);
    const before = await digest();
    await this.#refused(caller, target, state.code, state.is);
    if ((await digest()) !== before) this.#fail(`${caller.says}, ${state.is}, changed something`);
  }

  async #refused(caller: Caller, target: T, code: Refusal, when = "", how: How = {}): Promise<void> {
    const { code: heard, text } = await this.#knock(caller, target, how);
    const who = [caller.says, when].filter(Boolean).join(", ");
    const expected = code === "untouched" ? null : code;
    if (heard !== expected) this.#fail(`${who}: ${code} was due, but it was ${heard ?? "done"}: ${text}`);
    const shown = this.#deed.shows?.(target);
    if (shown !== undefined && text.includes(shown)) this.#fail(`${who} was shown it: ${text}`);
  }

  #knock(caller: Caller, target: T, how: How = {}): Promise<Heard> {
    return knock(this.#door, this.#ground.mounted, caller, target, how);
  }

  #fail(what: string): void {
    this.#failures.push(`${this.#door.verb}: ${what}`);
  }
}
