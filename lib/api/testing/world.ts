import { authenticateBearer } from "@/lib/auth/credentials/bearer";
import { createOwnToken } from "@/lib/auth/credentials/tokens";
import { ingest } from "@/lib/core/db";
import { type Actor, systemScope, type UserScope } from "@/lib/core/scope";
import { createKey } from "@/lib/gateways/keys";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";

type Methods = Record<string, (request: Request, context?: Context) => Promise<Response>>;
type Context = { params: Promise<Record<string, string>> };

type Mount = (path: string) => Methods;

export type Who = "gateway" | "narrow" | "approver" | "viewer" | "admin" | "operator" | "nobody";

type Question = {
  as?: Who;
  of?: string;
  query?: Record<string, string>;
  /** An object is sent as JSON, a text unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
};

type Json = Record<string, unknown>;

export type Told = {
  operation: string;
  question: Question;
  status: number;
  headers: Headers;
  text: string;
  json: Json;
};

export type World = {
  tenant: TestTenant;
  gateway: TestGateway;
  approver: UserScope;
  names: Record<string, string>;
  ask: (operation: string, question?: Question) => Promise<Told>;
  actorOf: (who: Who) => Promise<Actor>;
  told: Told[];
};

const ORIGIN = "http://localhost";

/** A tenant with a gateway and people, and a client that records each answer. */
export async function aWorld(mount: Mount, metricsToken: string): Promise<World> {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other], "https://gateway.example/hooks/countersign");
  const system = systemScope("tests");
  const keyFor = async (...tenants: TestTenant[]) =>
    (
      await createKey(
        system,
        gateway.id,
        tenants.map(({ key }) => key),
      )
    ).key;
  const approver = await aPerson([tenant], "approver", "Ines");
  const admin = await aPerson([tenant], "admin", unique("Ada"));
  const tokenOf = async (scope: UserScope) => (await createOwnToken(scope)).token;
  const credentials: Record<Who, string | null> = {
    gateway: await keyFor(tenant, other),
    narrow: await keyFor(tenant),
    approver: await tokenOf(approver),
    viewer: await tokenOf(await aPerson([tenant], "viewer", unique("Viktor"))),
    admin: await tokenOf(await everywhere(admin)),
    operator: metricsToken,
    nobody: null,
  };
  const told: Told[] = [];
  const ask = async (operation: string, question: Question = {}) => {
    const answer = await send(mount, credentials, operation, question);
    told.push(answer);
    return answer;
  };
  const actorOf = async (who: Who) => {
    const headers = { authorization: `Bearer ${credentials[who]}` };
    return (await authenticateBearer(new Request(ORIGIN, { headers }))).actor;
  };
  const names = {
    [tenant.key]: "acme",
    [other.key]: "globex",
    [gateway.name]: "acme-gateway",
    [approver.actor.email]: "ines@acme.example",
    [admin.actor.name]: "Ada",
  };
  return { tenant, gateway, approver, names, ask, actorOf, told };
}

/** An administrator of all tenants. */
async function everywhere(scope: UserScope): Promise<UserScope> {
  await ingest(systemScope("tests"), (tx) =>
    tx.user.update({ where: { id: scope.actor.id }, data: { allTenants: true } }),
  );
  return scope;
}

async function send(
  mount: Mount,
  credentials: Record<Who, string | null>,
  operation: string,
  question: Question,
): Promise<Told> {
  const [method = "", path = ""] = operation.split(" ");
  const { as = "gateway", of = "", query = {}, body, headers = {} } = question;
  const credential = credentials[as];
  const place = path.replace(/\{\w+\}/, encodeURIComponent(of));
  const search = new URLSearchParams(query).toString();
  const request = new Request(`${ORIGIN}${place}${search && `?${search}`}`, {
    method,
    headers: {
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const params = Promise.resolve(name ? { [name]: of } : ({} as Record<string, string>));
  const handler = mount(path)[method];
  if (!handler) throw new Error(`there is no ${operation}`);
  const response = await handler(request, { params });
  const text = await response.text();
  const isJson = /json$/.test(response.headers.get("content-type") ?? "");
  const json = isJson && text ? (JSON.parse(text) as Json) : {};
  return { operation, question, status: response.status, headers: response.headers, text, json };
}
