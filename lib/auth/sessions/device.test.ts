import { expect, test } from "vitest";
import { DEVICE_SECONDS, deviceIn, newDevice } from "./device";

const NOW = new Date("2026-11-21T10:00:00Z");

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test("a browser is known again, for its own address and for a while", () => {
  const mark = newDevice("ines@acme.example", NOW);
  const id = deviceIn(mark, "ines@acme.example", later(60));
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(deviceIn(mark, "ines@acme.example", later(DEVICE_SECONDS - 1))).toBe(id);
  expect(deviceIn(mark, "ines@acme.example", later(DEVICE_SECONDS))).toBeNull();
  expect(deviceIn(mark, "maya@acme.example", NOW)).toBeNull();
  expect(deviceIn(newDevice("ines@acme.example", NOW), "ines@acme.example", NOW)).not.toBe(id);
});

test("nothing else is", () => {
  const mark = newDevice("ines@acme.example", NOW);
  const parts = mark.split(".");
  for (const forged of [
    undefined,
    "",
    "a.b.c.d",
    mark.slice(0, -1),
    `${mark}.x`,
    ["other", ...parts.slice(1)].join("."),
    [...parts.slice(0, 2), later(9_999).getTime().toString(36), parts[3]].join("."),
  ])
    expect(deviceIn(forged, "ines@acme.example", NOW)).toBeNull();
});
