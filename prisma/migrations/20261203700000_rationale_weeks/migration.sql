-- Of a day's calls, those that ended for want of a fitting tool. Days that were counted before keep none of it.

-- AlterTable
ALTER TABLE "rationale_days" ADD COLUMN     "unknown_tool" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "wrong_tool" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "low_use" INTEGER NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

ALTER TABLE rationale_days ADD CONSTRAINT rationale_day_unfit
  CHECK (unknown_tool >= 0 AND wrong_tool >= 0 AND low_use >= 0 AND unknown_tool + wrong_tool + low_use <= failed);
