/** What stands in the way of an entry of a crew session. */
export const CREW_ERRORS = {
  crew_session_closed: {
    id: 'ERR-192',
    status: 409,
    text: 'This session is closed. Nothing was recorded. Correct its record instead.',
  },
  crew_not_enrolled: {
    id: 'ERR-193',
    status: 422,
    text: 'This person is not one of your learners in this course. Nothing was recorded. Ask an administrator to enroll them.',
  },
  crew_not_arrived: {
    id: 'ERR-194',
    status: 422,
    text: 'This person has not checked in to the session. Nothing was recorded. Check them in first.',
  },
  crew_task_unknown: {
    id: 'ERR-195',
    status: 422,
    text: 'This session does not have that task. Nothing was recorded. Reload the page and try again.',
  },
  crew_time_wrong: {
    id: 'ERR-196',
    status: 422,
    text: 'The clock of this device is wrong. Nothing was recorded. Set the clock and try again.',
  },
  crew_own_task: {
    id: 'ERR-197',
    status: 422,
    text: 'Nobody signs off their own tasks. Nothing was recorded. Ask another instructor of the course.',
  },
  crew_other_person: {
    id: 'ERR-199',
    status: 409,
    text: 'These entries belong to another person. Nothing was recorded. They stay on this device until that person signs in again.',
  },
} as const
