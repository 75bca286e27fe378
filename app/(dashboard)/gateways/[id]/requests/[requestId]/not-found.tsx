import { RowNotFound } from "@/components/gateways/row-not-found";

export default RowNotFound;
