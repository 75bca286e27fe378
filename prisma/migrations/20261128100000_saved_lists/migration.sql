-- Filters of other lists than the queue are kept too.
ALTER TABLE "saved_views" ADD COLUMN "list" TEXT NOT NULL DEFAULT 'approvals';

-- What Prisma's schema language cannot say.
ALTER TABLE saved_views ADD CONSTRAINT saved_view_list CHECK (list IN ('approvals', 'feedback'));
