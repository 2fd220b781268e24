-- The name that a course had when it was ordered: an invoice lists the courses of a bundle and stays as it was written
-- (ORD-049). Orders from before get the names of today, which is the nearest that is known.
alter table order_courses add column title text;
alter table order_courses no force row level security;
alter table courses no force row level security;
update order_courses oc set title = c.title
  from courses c where c.portal_id = oc.portal_id and c.id = oc.course_id;
alter table courses force row level security;
alter table order_courses
  force row level security,
  add check ((course_id is null) = (title is null));
