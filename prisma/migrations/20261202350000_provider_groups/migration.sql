-- Which memberships the sign-on provider gives, so that it can take those, and no others, away again.

-- AlterTable
ALTER TABLE "group_members" ADD COLUMN     "by_provider" BOOLEAN NOT NULL DEFAULT false;
