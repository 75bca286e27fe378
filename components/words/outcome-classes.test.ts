import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FILLS, STROKES } from "@/components/ui/chart/tones";
import { OUTCOME_CLASSES } from "@/lib/calls/types";
import { CLASS_LOOKS, STACKED_CLASSES } from "./outcome-classes";
import { CLASS_CHOICE_WORDS, OUTCOME_WORDS } from "./rationales";

type Color = readonly [number, number, number];

/** Linear sRGB of an oklch colour, as CSS Color 4 defines it. */
function linear([lightness, chroma, hue]: Color): Color {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function oklab([r, g, b]: Color): Color {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

// Machado, Oliveira and Fernandes 2009, full severity, on linear sRGB.
const EYES: Record<string, readonly Color[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const clamped = (color: Color) => color.map((part) => Math.min(1, Math.max(0, part))) as unknown as Color;

function seen(color: Color, eye: string): Color {
  const [r, g, b] = clamped(linear(color));
  const rows = EYES[eye] ?? [];
  return oklab(clamped(rows.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Color));
}

const distance = (a: Color, b: Color) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const css = readFileSync("app/globals.css", "utf8");

/** A token of globals.css in one theme. */
function token(name: string, theme: "light" | "dark"): Color {
  const color = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;
  const found = css.match(new RegExp(`--${name}: light-dark\\(${color}, ${color}\\);`));
  const parts = (theme === "light" ? found?.slice(1, 4) : found?.slice(4, 7))?.map(Number);
  if (parts?.length !== 3) throw new Error(`no colour --${name}`);
  return [(parts[0] ?? 0) / 100, parts[1] ?? 0, parts[2] ?? 0];
}

const PAIRS = OUTCOME_CLASSES.flatMap((one, index) =>
  OUTCOME_CLASSES.slice(index + 1).map((other) => [one, other] as const),
);

test("no two classes of outcomes share a name, and no outcome is called like a class", () => {
  const names = [...OUTCOME_CLASSES.map((one) => CLASS_LOOKS[one].name), ...Object.values(OUTCOME_WORDS)];
  expect(names).toHaveLength(new Set(names).size);
  for (const one of OUTCOME_CLASSES) expect(CLASS_CHOICE_WORDS[one]).toBe(CLASS_LOOKS[one].name);
});

test("each class has its own tone, fill and line, and is stacked once", () => {
  const tones = OUTCOME_CLASSES.map((one) => CLASS_LOOKS[one].tone);
  expect(tones).toEqual(OUTCOME_CLASSES.map((one) => `class-${one}`));
  expect(new Set(tones.map((tone) => FILLS[tone])).size).toBe(OUTCOME_CLASSES.length);
  expect(new Set(tones.map((tone) => STROKES[tone])).size).toBe(OUTCOME_CLASSES.length);
  expect(STACKED_CLASSES.toSorted()).toEqual(OUTCOME_CLASSES.toSorted());
});

test.each(["light", "dark"] as const)("their colours are apart for all eyes, in %s", (theme) => {
  const near = Object.keys(EYES).flatMap((eye) =>
    PAIRS.map(([one, other]) => ({
      pair: `${eye}: ${one}, ${other}`,
      apart: distance(seen(token(`class-${one}`, theme), eye), seen(token(`class-${other}`, theme), eye)),
    })).filter(({ apart }) => apart < 0.12),
  );
  expect(near).toEqual([]);
});

test.each(["light", "dark"] as const)("none is a colour of a risk, in %s", (theme) => {
  for (const one of OUTCOME_CLASSES)
    for (const risk of ["low", "medium", "high", "critical"]) {
      const apart = distance(
        seen(token(`class-${one}`, theme), "usual"),
        seen(token(`risk-${risk}`, theme), "usual"),
      );
      expect(apart, `${one}, ${risk}`).toBeGreaterThan(0.075);
    }
});
