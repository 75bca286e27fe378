-- Views of the log of calls can be saved.
ALTER TABLE saved_views DROP CONSTRAINT saved_view_list;
ALTER TABLE saved_views ADD CONSTRAINT saved_view_list CHECK (list IN ('approvals', 'feedback', 'rationales'));
