-- When a call of a tool that nobody rated first ran on a gateway's word, as far as calls carry the mark.
ALTER TABLE tenants ADD COLUMN first_on_word_at TIMESTAMPTZ(3);
