import { receiptKeys } from "@/lib/api/v1/receipt-keys";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = receiptKeys;
