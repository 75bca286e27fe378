export { RowNotFound as default } from "@/components/gateways/row-not-found";
