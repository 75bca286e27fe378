import { Members } from "./members";
import type { ReferenceEntry } from "./reference-search";
import { bodyOf, type Described, formsOf, type Schema, wordsOf } from "./wire-schema";

/** The `webhooks` of the OpenAPI document: what is sent, by type. */
export type Callbacks = Record<string, { post: Described }>;

const anchor = (type: string) => `callback-${type.replaceAll(/[^a-z]+/g, "-")}`;

function dataOf(described: Described): Schema {
  return bodyOf(described)?.properties?.data ?? {};
}

/** The search entries of the callbacks. */
export function callbackEntries(callbacks: Callbacks): ReferenceEntry[] {
  return Object.entries(callbacks).map(([type, { post }]) => ({
    anchor: anchor(type),
    kind: "callback",
    label: type,
    words: [type, post.summary, wordsOf({ ...post, requestBody: undefined }), namesOf(dataOf(post))].join(
      " ",
    ),
  }));
}

/** Groups callbacks whose data has the same members. */
function groupsOf(callbacks: Callbacks): Map<string, [string, { post: Described }][]> {
  const groups = new Map<string, [string, { post: Described }][]>();
  for (const entry of Object.entries(callbacks)) {
    const members = JSON.stringify(dataOf(entry[1].post));
    groups.set(members, [...(groups.get(members) ?? []), entry]);
  }
  return groups;
}

function namesOf(schema: Schema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, { description }]) => `${name} ${description ?? ""}`)
    .join(" ");
}

/**
 * What Countersign sends to a gateway's callback URL. Types with the same members share an entry.
 */
export function CallbacksReference({ callbacks }: { callbacks: Callbacks }) {
  const groups = groupsOf(callbacks);
  const [first] = Object.values(callbacks);
  if (!first) return null;
  return (
    <>
      <h2 id="callbacks" className="mt-10 scroll-mt-4 text-xl font-bold">
        Callbacks
      </h2>
      <p className="mt-1 text-fg-muted">
        What Countersign sends to a gateway’s callback URL, in the form of Standard Webhooks: type, timestamp
        and data, signed with the gateway’s secret.{" "}
        <a className="text-accent underline underline-offset-2" href="/docs/connecting#callbacks">
          How to verify callbacks, respond to them and handle retries
        </a>
      </p>
      <Members title="Headers" rows={first.post.parameters} />
      {[...groups].map(([key, group]) => (
        <section key={key} className="mt-8 border-t border-border pt-5">
          {group.map(([type, { post }]) => (
            <div key={type} id={anchor(type)} className="scroll-mt-4">
              <h3 className="mono text-base font-bold break-all">{type}</h3>
              <p className="mb-2">{post.summary}</p>
            </div>
          ))}
          {group.slice(0, 1).map(([type, { post }]) => (
            <Members key={type} title="data" rows={formsOf(dataOf(post)).flat()} />
          ))}
        </section>
      ))}
      <h3 className="mt-4 mb-1 text-sm font-bold">How the gateway responds</h3>
      <ul className="text-sm">
        {Object.entries(first.post.responses).map(([status, { description }]) => (
          <li key={status}>
            <span className="mono">{status === "default" ? "anything else" : status}</span> {description}
          </li>
        ))}
      </ul>
    </>
  );
}
