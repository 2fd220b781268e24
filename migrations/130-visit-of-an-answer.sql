-- The answer ends a visit of its question, so its row tells how long that was: one row less for each answer. Visits that are
-- noted without an answer stay where they are; of one that is told in both places the longer time counts (EXM-036).
alter table exam_answers
  add visit uuid,
  add milliseconds int check (milliseconds >= 0),
  add check ((visit is null) = (milliseconds is null));
