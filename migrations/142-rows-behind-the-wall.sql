-- What 107 and 133 meant to write: the tenant wall shows its owner no row, so that they changed none.
alter table scorm_sco_states no force row level security;
update scorm_sco_states set suspend_length = length(suspend_data #>> '{}')
  where suspend_length = 0 and jsonb_typeof(suspend_data) = 'string';
alter table scorm_sco_states force row level security;
alter table course_user_progress no force row level security;
update course_user_progress set details = details - array['cmi.core.score.raw', 'cmi.core.score.max', 'cmi.core.score.min',
    'cmi.core.lesson_location', 'cmi.suspend_data', 'cmi.core.lesson_status']
  where item_type = 'ScormModule' and details <> '{}';
alter table course_user_progress force row level security;
