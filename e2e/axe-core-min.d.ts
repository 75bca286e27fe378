/** The package's own declarations at half the length, because every test page reads them once. */
declare module "axe-core/axe.min.js" {
  export { default } from "axe-core";
}
