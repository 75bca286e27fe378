/** The same as the package's own text, at half its length: every page of the tests reads it once. */
declare module "axe-core/axe.min.js" {
  export { default } from "axe-core";
}
