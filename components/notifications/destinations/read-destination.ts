/** The form of a destination as its action takes it. */
export function readDestination(data: FormData): object {
  const text = (name: string) => String(data.get(name) ?? "");
  const orNull = (name: string) => text(name) || null;
  return {
    name: text("name"),
    group: orNull("group"),
    events: data.getAll("events").map(String),
    minRisk: text("minRisk"),
    target: targetOf(text("channel"), text, orNull, data.get("sendsUpdates") === "on"),
  };
}

function targetOf(
  channel: string,
  text: (name: string) => string,
  orNull: (name: string) => string | null,
  sendsUpdates: boolean,
): object {
  if (channel !== "webhook") return { channel, to: text("to") };
  const own = text("preset") === "own";
  return {
    ...{ channel, preset: text("preset"), url: text("url"), secret: text("secret") },
    header: own ? orNull("header") : null,
    template: own ? text("template") : null,
    sendsUpdates: own && sendsUpdates,
  };
}
