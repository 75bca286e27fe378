/* What Countersign sends back is a response; answers are what people give. */
ALTER TABLE gateway_requests RENAME COLUMN answer TO response;
