-- What SCORM content says is kept with the items of its attempt alone; the copy in the progress, which nobody read, goes.
update course_user_progress set details = details - array['cmi.core.score.raw', 'cmi.core.score.max', 'cmi.core.score.min',
    'cmi.core.lesson_location', 'cmi.suspend_data', 'cmi.core.lesson_status']
  where item_type = 'ScormModule' and details <> '{}';
