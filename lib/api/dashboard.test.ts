import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";

// Checks that Grafana can import the dashboard and draw each panel. metrics.test.ts compares its
// metrics with the processes' exports.

type Place = { x: number; y: number; w: number; h: number };
type Target = { refId: string; expr: string; legendFormat: string };
type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: Place;
  datasource: { type: string; uid: string };
  fieldConfig: { defaults: { unit: string } };
  targets: Target[];
};
type Variable = { name: string; type: string; query: string };
type Dashboard = {
  id?: number | null;
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: Variable[] };
  panels: Panel[];
};

const dashboard = JSON.parse(readFileSync("ops/grafana/countersign.json", "utf8")) as Dashboard;
const { panels } = dashboard;
const targets = panels.flatMap(({ title, targets: of }) => of.map((target) => ({ title, ...target })));

// Grafana's unit names; it shows an unknown one as text after each number.
const UNITS = ["bytes", "ops", "percentunit", "reqps", "s", "short"];
const COLUMNS = 24;
// Data sources are objects since schema 36 (Grafana 9); 42 is Grafana 12.
const [OLDEST, NEWEST] = [36, 42];

test("Grafana imports it: a version it reads, a uid of its own, no id of another Grafana", () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(OLDEST);
  expect(dashboard.schemaVersion).toBeLessThanOrEqual(NEWEST);
  expect(dashboard.uid).toMatch(/^[\w-]{1,40}$/);
  expect(dashboard.title).toBe("Countersign");
  expect(dashboard.id ?? null).toBeNull();
});

test("the reader chooses the data source, and every panel uses the choice", () => {
  const { list } = dashboard.templating;
  expect(list).toContainEqual(
    expect.objectContaining({ name: "datasource", type: "datasource", query: "prometheus" }),
  );
  for (const { title, datasource } of panels)
    expect([title, datasource]).toEqual([title, { type: "prometheus", uid: `\${datasource}` }]);
});

test("every panel has a title of its own, a unit and named queries", () => {
  const once = (values: unknown[]) => expect(new Set(values).size).toBe(values.length);
  once(panels.map(({ id }) => id));
  once(panels.map(({ title }) => title));
  for (const { title, type, fieldConfig, targets: of } of panels) {
    expect(title).toMatch(/^[A-Z]/);
    expect([title, ["stat", "timeseries"].includes(type)]).toEqual([title, true]);
    expect([title, UNITS.includes(fieldConfig.defaults.unit)]).toEqual([title, true]);
    expect(of.length).toBeGreaterThan(0);
    once(of.map(({ refId }) => refId));
  }
});

test("panels lie in the grid's 24 columns, and none covers another", () => {
  const cells = new Map<string, string>();
  for (const { title, gridPos } of panels) {
    const { x, y, w, h } = gridPos;
    expect([title, Math.min(x, y) >= 0 && Math.min(w, h) > 0 && x + w <= COLUMNS]).toEqual([title, true]);
    for (let column = x; column < x + w; column += 1)
      for (let row = y; row < y + h; row += 1) {
        const cell = `${column},${row}`;
        expect([title, cells.get(cell)]).toEqual([title, undefined]);
        cells.set(cell, title);
      }
  }
});

test("a counter is shown as its rate, and a legend names only labels that the query keeps", () => {
  for (const { title, expr, legendFormat } of targets) {
    const counters = [...expr.matchAll(/\w+_(?:total|bucket|count|sum)\b/g)].map(({ index }) => index);
    for (const at of counters)
      expect([title, expr.slice(0, at)]).toEqual([title, expect.stringMatching(/\brate\($/)]);
    const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect([title, named.filter((name) => name && !kept.includes(name))]).toEqual([title, []]);
    expect([title, legendFormat]).toEqual([title, expect.stringMatching(/\w/)]);
  }
});

test("promtool reads every query", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-dashboard-"));
  const file = path.join(folder, "queries.yml");
  const rules = targets.map(({ expr }, index) => ({ record: `panel:query:${index}`, expr }));
  writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules }] }));
  const checked = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if ((checked.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    console.warn(
      "promtool is not installed (Debian: apt-get install prometheus): it did not read the queries.",
    );
    return;
  }
  expect([checked.status, `${checked.stdout}${checked.stderr}`]).toEqual([
    0,
    expect.stringContaining(`${targets.length} rules found`),
  ]);
});
