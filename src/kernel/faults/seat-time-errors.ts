/** The errors of rules about how a course is taken. */
export const SEAT_TIME_ERRORS = {
  seat_time_missing: {
    id: 'ERR-178',
    status: 422,
    text: 'You need {time} more in this {what} before you can finish it. Time counts while the page is open and in use.',
  },
  day_limit_reached: {
    id: 'ERR-179',
    status: 422,
    text: 'You reached the limit of {limit} a day. Your work is saved. Continue on {day}.',
  },
  hands_on_missing: {
    id: 'ERR-204',
    status: 422,
    text: 'An instructor still has to sign off in this course: {tasks}. Your work is saved. Ask your instructor for a hands-on session.',
  },
  proctor_needed: {
    id: 'ERR-200',
    status: 422,
    text: 'A proctor has to open this exam for you first. Ask for one on the start page of the exam.',
  },
  opening_over: {
    id: 'ERR-201',
    status: 409,
    text: 'This exam was started, or the opening is over. Nothing was changed.',
  },
  proctor_not_confirmed: {
    id: 'ERR-202',
    status: 422,
    text: 'The proctor still has to confirm that they were present until the end: {exams}. Your work is saved.',
  },
  own_proctor: {
    id: 'ERR-203',
    status: 422,
    text: 'Nobody is the proctor of their own exam. Ask another person who grades in this course.',
  },
  identity_answers_needed: {
    id: 'ERR-205',
    status: 422,
    text: 'Set up your identity questions before you start this course.',
  },
  identity_question_open: {
    id: 'ERR-206',
    status: 422,
    text: 'Answer the identity question first. Your work is saved.',
  },
  identity_locked: {
    id: 'ERR-207',
    status: 422,
    text: 'This course is locked because too many identity questions were answered wrong or too late. Your work is saved. Ask an administrator of {portal} to unlock it.',
  },
} as const
