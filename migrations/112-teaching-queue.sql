-- What waits for its grading is read from here alone, however much has been graded.
create index assignment_responses_waiting on assignment_responses (portal_id, assignment_id) where result is null;
