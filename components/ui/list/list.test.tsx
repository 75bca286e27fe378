import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { id, oneOf, text } from "@/lib/core/list/kinds";
import { defineList } from "@/lib/core/list/list";
import { Choice } from "./choice";
import { plainOptions } from "./choice-options";
import { FilterChips } from "./filter-chips";
import { FilterDay, fieldsOf } from "./filter-field";
import { FilterMenu } from "./filter-menu";
import { ListFrame } from "./list-frame";
import { ListNotice } from "./list-notice";
import { Paging } from "./paging";

const list = defineList({
  path: "/things",
  name: "things",
  filters: { q: text(), risk: oneOf(["low", "high"]) },
  cursor: [id()],
});
const cursor = list.cursor.write(["01999999-0000-7000-8000-000000000000"]);
const words = (markup: string) => markup.replace(/<[^>]+>/g, "");
const noticeOf = (search: Record<string, string>) =>
  renderToStaticMarkup(<ListNotice problems={list.parse(search).problems} />);

test("the notice names the filter, what was sent and what it takes, and that the rest holds", () => {
  const notice = noticeOf({ q: "kept", risk: "purple" });
  expect(notice).toContain('role="status"');
  expect(words(notice)).toBe(
    "The filter risk does not take “purple” and was left out. It takes one of: low, high.The rest of the address still applies.",
  );
  expect(noticeOf({ q: "kept", cursor })).toBe("");
});

test("the notice says that a page is the first one, and nothing of filters that are all right", () => {
  expect(words(noticeOf({ cursor: "zzz" }))).toBe(
    "The address names a page that this list did not give out. This is the first page.",
  );
});

test("what was sent is text from elsewhere: never markup, its hidden characters shown, cut where it is long", () => {
  const notice = noticeOf({ risk: `<b>\u202e${"x".repeat(500)}` });
  expect(notice).not.toContain("<b>");
  expect(notice).toContain("⟨U+202E⟩");
  expect(words(notice).length).toBeLessThan(250);
});

test("pages lead to the first and on to older rows; an end has no link", () => {
  const paging = (page: { cursor?: string; next: string | null }) =>
    renderToStaticMarkup(
      <Paging
        list={list}
        filter={{ q: "a", cursor: page.cursor }}
        nextCursor={page.next}
        path="/things?tab=1"
        hash="#list"
        label="Pages"
        newest="Newest"
        older="Older"
      />,
    );
  expect(paging({ next: null })).toBe("");
  expect(paging({ next: cursor })).toContain(`/things?tab=1&amp;q=a&amp;cursor=${cursor}#list`);
  expect(paging({ next: cursor })).not.toContain("Newest");
  expect(paging({ cursor, next: null })).toContain('href="/things?tab=1&amp;q=a#list"');
});

test("a menu of filters is opened without scripts, and its controls belong to the form", () => {
  const menu = renderToStaticMarkup(
    <FilterMenu count={2}>
      <FilterDay name="since" label="Since" value="2026-11-21T10:00:00Z" />
    </FilterMenu>,
  );
  const [, id] = /popoverTarget="([^"]+)"/i.exec(menu) ?? [];
  expect(menu).toContain(`id="${id}" popover="auto"`);
  expect(words(menu)).toContain("Filter2 set");
  expect(menu).toContain('value="2026-11-21"');
});

test("a choice keeps what is chosen, also when it is no longer offered", () => {
  const field = fieldsOf({ risk: "high", q: undefined }, { risk: "Risk", q: "Search" });
  const choice = renderToStaticMarkup(
    <Choice {...field("risk")} any="Any" options={plainOptions(["low"])} />,
  );
  expect(choice).toContain('<option value="high" selected="">high</option>');
  const [, id] = /<label for="([^"]+)"/.exec(choice) ?? [];
  expect(choice).toContain(`<select class`);
  expect(choice).toContain(`id="${id}"`);
  expect(renderToStaticMarkup(<Choice {...field("q")} any="Any" options={[]} />)).toBe("");
});

test("a chip says its filter in words and leads out of it", () => {
  const chips = renderToStaticMarkup(
    <FilterChips
      chips={list.chips({ q: "a&b", risk: "high" })}
      labels={{ q: "Search", risk: "Risk" }}
      shown={(name) => (name === "risk" ? "High" : undefined)}
      remove={(label, value) => `Remove ${label}: ${value}`}
    />,
  );
  expect(chips).toContain('aria-label="Remove Risk: High"');
  expect(chips).toContain('href="/things?q=a%26b"');
  expect(chips).toContain('aria-label="Remove Search: a&amp;b"');
});

test("a list has its notice, filters, rows or why there are none, and pages, in this order", () => {
  const frame = (empty: false | string) => {
    const { filter, problems } = list.parse({ risk: "purple" });
    return words(
      renderToStaticMarkup(
        <ListFrame
          {...{ list, filter, problems, empty }}
          filters="Filters."
          nextCursor={cursor}
          label="Pages"
          newest="Newest"
          older="Older"
        >
          Rows.
        </ListFrame>,
      ),
    );
  };
  expect(frame(false)).toMatch(/^The filter risk .* still applies\.Filters\.Rows\.Older$/);
  expect(frame("None.")).toMatch(/Filters\.None\.Older$/);
  const { filter } = list.parse({});
  const inside = renderToStaticMarkup(
    <ListFrame {...{ list, filter }} nextCursor={cursor} label="Pages" hash="#list">
      Rows.
    </ListFrame>,
  );
  expect(inside).toMatch(/^<div[^>]*>Rows\.<nav aria-label="Pages".*#list"/);
});
