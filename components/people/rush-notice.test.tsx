import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RushNotice } from "./rush-notice";

const since = new Date("2026-11-24T03:10:00.000Z");
const until = new Date("2026-11-24T03:11:10.000Z");

const shown = (presses: number, calls: number) =>
  renderToStaticMarkup(<RushNotice userId="maya" rush={{ presses, calls, since, until }} />);

test("says how many calls were approved within a minute, and leads to that minute in the trail", () => {
  const markup = shown(43, 43);
  expect(markup).toMatch(/Approved 43 calls within a minute \(<time[^>]*dateTime="2026-11-24T03:10:00.000Z"/);
  const [, href = ""] = /href="([^"]+)"/.exec(markup) ?? [];
  const query = new URL(href.replaceAll("&amp;", "&"), "http://localhost").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    ...{ actor: "maya", action: "approval", since: since.toISOString(), until: until.toISOString() },
  });
});

test("says with how many presses, where tables were among them", () => {
  expect(shown(40, 1_078)).toContain("Approved 1,078 calls with 40 presses within a minute (");
});
