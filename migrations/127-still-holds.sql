-- A call may go on from what its process knows of a row, when the same message proves that it still holds: this ends the
-- transaction where it does not, and the program decides anew from what is stored (decision 018).
create function must_still_hold(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'what this was decided on does not hold any more' using errcode = 'PT001';
  end if;
end $$;
