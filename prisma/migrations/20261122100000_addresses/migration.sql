-- A call keeps only an address of its own. Where it has none, its decision is told at the address that is registered by then.
UPDATE approvals a SET callback_url = NULL
FROM gateways g
WHERE g.id = a.gateway_id AND a.decision = 'pending' AND a.callback_url = g.callback_url;
