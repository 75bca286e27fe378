// Gateways and a person under load. Everything has an id, and failed requests are retried with the
// same id.
import { randomUUID } from "node:crypto";

// held, allowed, reported, feedback
const KINDS = 4;
const PAUSE_MS = 60;
const AGAIN_MS = 250;
const ANSWER_MS = 40_000;
const POLL_SECONDS = 20;
const LAST_ANSWERS_MS = 60_000;

/**
 * @typedef {object} Ledger requests and their answers
 * @property {Map<string, { kind: string, approval?: string, approved?: boolean }>} stored by id:
 * answered with 2xx
 * @property {Map<string, string>} open by id: sent, not yet answered with 2xx
 * @property {Map<string, number>} answers count by status, "cut" for a lost connection
 * @property {string[]} odd invalid answers
 * @property {{ at: number, status: string }[]} times
 */

export class Load {
  /** @type {Ledger} */
  ledger = { stored: new Map(), open: new Map(), answers: new Map(), odd: [], times: [] };
  /** Approvals in the feed, in its order. */
  told = [];
  lists = 0;
  #stopping = false;
  #gaveUp = false;
  #loops = [];

  /** @param {{ url: string, key: string, token: string }} where */
  constructor(where) {
    this.where = where;
  }

  /** Registers the tools, so that read-only calls run without a person. */
  async prepare() {
    const tools = ["look", "list"].map((name) => ({
      name,
      description: "Looks something up.",
      inputSchema: { type: "object" },
      risk: "low",
      requires_confirmation: false,
    }));
    const answer = await this.#ask("PUT", "/api/v1/tools", { provider: "mail", tools });
    if (answer?.status !== 200) throw new Error(`the tools were not taken: ${JSON.stringify(answer)}`);
  }

  start() {
    const kinds = [this.#held, this.#held, this.#allowed, this.#reported, this.#feedback, this.#lists];
    this.#loops = kinds.map((kind) => this.#loop(kind));
    this.#loops.push(this.#follow());
  }

  /** Ends once every request is answered or abandoned. */
  async stop() {
    this.#stopping = true;
    const late = setTimeout(() => {
      this.#gaveUp = true;
    }, LAST_ANSWERS_MS);
    await Promise.all(this.#loops);
    clearTimeout(late);
  }

  /** Number of successful requests. */
  get fine() {
    return this.ledger.stored.size;
  }

  /** Whether requests of every kind, started after this moment, were stored. */
  healthySince(at) {
    const kinds = new Set();
    for (const { kind, began } of this.ledger.stored.values()) if (began > at) kinds.add(kind);
    return kinds.size === KINDS;
  }

  async #loop(kind) {
    while (!this.#stopping) {
      await kind.call(this);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** One request; undefined without a complete answer. */
  async #ask(method, path, body, credential = this.where.key) {
    try {
      const answer = await fetch(this.where.url + path, {
        method,
        headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await answer.text();
      this.#note(`${method} ${path.split("?")[0]}`, answer, text);
      return { status: answer.status, body: text && JSON.parse(text) };
    } catch {
      this.#count("cut");
      return undefined;
    }
  }

  #count(status) {
    this.ledger.answers.set(status, (this.ledger.answers.get(status) ?? 0) + 1);
    this.ledger.times.push({ at: performance.now(), status });
  }

  #note(what, answer, text) {
    // HAProxy's 503, without an instance, is counted separately from the product's.
    this.#count(text.includes("No instance answers.") ? "503 of HAProxy" : String(answer.status));
    const comesAgain = answer.status === 503 && Number(answer.headers.get("retry-after")) > 0;
    if (answer.status >= 500 && !comesAgain)
      this.ledger.odd.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
  }

  /** Retries with one id until it succeeds. */
  async #untilStored(kind, path, body) {
    const id = randomUUID();
    const began = performance.now();
    this.ledger.open.set(id, kind);
    while (!this.#gaveUp) {
      const answer = await this.#ask("POST", path, { ...body, id });
      if (answer && answer.status < 300) {
        const entry = { kind, began };
        this.ledger.stored.set(id, entry);
        this.ledger.open.delete(id);
        return { entry, body: answer.body };
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.ledger.odd.push(`${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
        return {};
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return {};
  }

  #call(tool, risk) {
    return {
      tenant: Math.random() < 0.5 ? "acme" : "globex",
      provider: "mail",
      tool,
      arguments: { to: randomUUID() },
      risk,
      rationale: "The owner asked to notify these people before Friday.",
      agent: "cluster-agent",
    };
  }

  /** A call that waits: a long poll waits for a person's decision. */
  async #held() {
    const { entry, body } = await this.#untilStored("held", "/api/v1/authorize", this.#call("send", "high"));
    if (!entry) return;
    entry.approval = body.approval_id;
    const polling = this.#pollUntilDecided(body.approval_id);
    await this.#approve(entry, { revision: 1, arguments_sha256: body.arguments_sha256 });
    entry.polled = await polling;
  }

  async #approve(entry, seen) {
    while (!this.#gaveUp) {
      const path = `/api/v1/approvals/${entry.approval}/approve`;
      const answer = await this.#ask("POST", path, seen, this.where.token);
      if (answer?.status === 200) break;
      // The previous try's result was unknown; it was stored.
      if (answer?.status === 409 && answer.body.code === "ALREADY_DECIDED") break;
      if (answer && answer.status < 500 && answer.status !== 429)
        return void this.ledger.odd.push(
          `approve: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
        );
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    entry.approved = !this.#gaveUp;
  }

  async #pollUntilDecided(id) {
    while (!this.#gaveUp) {
      const answer = await this.#ask("GET", `/api/v1/approvals/${id}?wait=${POLL_SECONDS}`);
      if (answer?.status === 200 && answer.body.decision !== "pending") return answer.body.decision;
      if (answer?.status === 404) this.ledger.odd.push(`a stored approval is not there: ${id}`);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  #allowed() {
    return this.#untilStored("allowed", "/api/v1/authorize", this.#call("look", "low"));
  }

  #reported() {
    const { risk: _, ...call } = this.#call("look");
    return this.#untilStored("reported", "/api/v1/audit", {
      ...call,
      outcome: "ok",
      occurred_at: new Date().toISOString(),
    });
  }

  #feedback() {
    return this.#untilStored("feedback", "/api/v1/feedback", {
      tenant: "acme",
      tool_called: "look",
      attempted_action: "Look it up",
      expected_outcome: "A list",
      actual_outcome: `Nothing (${randomUUID()})`,
      severity: "low",
      rationale: "The agent could not go on without it.",
    });
  }

  /** A person's list has to include everything stored before the request. */
  async #lists() {
    const { entry, body } = await this.#untilStored("reported", "/api/v1/audit", {
      ...this.#call("list"),
      outcome: "ok",
      occurred_at: new Date().toISOString(),
    });
    if (!entry) return;
    const shown = await this.#ask("GET", "/api/v1/audit?tool=list&limit=20", undefined, this.where.token);
    if (shown?.status !== 200) return;
    this.lists += 1;
    if (!shown.body.data.some(({ id }) => id === body.id)) this.ledger.odd.push(`a list lacks ${body.id}`);
  }

  /** A gateway that reads the events feed and resumes from its cursor. */
  async #follow() {
    while (!this.#stopping) await this.#readOn(5);
  }

  async readFeed() {
    while ((await this.#readOn(0)) !== 0);
  }

  /** Reads one page; returns its number of events, undefined if it failed. */
  async #readOn(wait) {
    const after = this.place ? `&after=${encodeURIComponent(this.place)}` : "";
    const page = await this.#ask("GET", `/api/v1/events?wait=${wait}${after}`);
    if (page?.status !== 200) return void (await new Promise((resolve) => setTimeout(resolve, AGAIN_MS)));
    this.told.push(...page.body.data.map(({ data }) => data.approval_id));
    this.place = page.body.next_cursor ?? this.place;
    return page.body.data.length;
  }
}
