// Draws the app's icons from public/icon.svg: `node scripts/icons.mjs`. The results are committed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findBrowser } from "./browser.mjs";

const PUBLIC = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "public");

const icon = readFileSync(path.join(PUBLIC, "icon.svg"), "utf8");
const ground = /<rect[^>]*\/>/;
// Android cuts maskable icons to a circle of 80 %; iOS rounds the corners itself.
const full = icon.replace(ground, '<rect x="-5" y="-5" width="30" height="30" fill="#3f5bd0"/>');
const padded = full.replace('viewBox="0 0 20 20"', 'viewBox="-2.5 -2.5 25 25"');
// Android shows only the shape of it, next to the clock.
const shape = icon.replace(ground, "").replace('viewBox="0 0 20 20"', 'viewBox="3 3 13 13"');

const DRAWN = [
  { name: "app-192.png", size: 192, svg: icon },
  { name: "app-512.png", size: 512, svg: icon },
  { name: "maskable-512.png", size: 512, svg: padded },
  { name: "apple-touch.png", size: 180, svg: full },
  { name: "badge-96.png", size: 96, svg: shape },
];

const { file } = await findBrowser();
const browser = await chromium.launch({ executablePath: file });
for (const { name, size, svg } of DRAWN) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<body style="margin:0">${svg.replace("<svg ", `<svg width="${size}" height="${size}" `)}`,
  );
  await page.screenshot({ path: path.join(PUBLIC, "icons", name), omitBackground: true });
  await page.close();
}
await browser.close();
