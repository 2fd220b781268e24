-- Answers true, so that a write can ask it of the row that it is about to change.
drop function must_still_hold(boolean);
create function must_still_hold(holds boolean) returns boolean language plpgsql as $$
begin
  if holds is not true then
    raise exception 'what this was decided on does not hold any more' using errcode = 'PT001';
  end if;
  return true;
end $$;
