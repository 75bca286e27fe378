import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { IssueIntents } from "./issue-intents";

const refunds = { id: "01a227c1-8471-73b1-956a-383a69cff192", name: "Double charges" };
const logs = { id: "01a227c1-8471-73b1-956a-383a69cff193", name: "Pod <b>crashes" };

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");

test("an issue says of which intent a person made it, and does not list this one again", () => {
  const met = { tool: "pay", from: "tool" as const, intents: [{ ...refunds, calls: 3 }], made: [refunds] };
  const html = renderToStaticMarkup(<IssueIntents met={met} />);
  expect(textOf(html)).toBe("What agents were afterA person made this issue of Double charges.");
  expect(html).toContain(`/rationales/intents/${refunds.id}`);
  const more = { ...met, intents: [...met.intents, { ...logs, calls: 1 }] };
  expect(textOf(renderToStaticMarkup(<IssueIntents met={more} />))).toContain(
    "Other intents of the calls of pay:Pod &lt;b&gt;crashes1 call",
  );
});

test("an issue that agents reported says whence its intents are known", () => {
  const met = { tool: "pay", from: "tool" as const, intents: [{ ...logs, calls: 2 }], made: [] };
  expect(textOf(renderToStaticMarkup(<IssueIntents met={met} />))).toContain(
    "These are the intents of all calls of pay.Pod &lt;b&gt;crashes2 calls",
  );
  expect(renderToStaticMarkup(<IssueIntents met={null} />)).toBe("");
});
