/** What other slices may call of enrollments. */
export { addGrant, endOrderGrants } from './actions/end-order-grants.ts'
export {
  ALREADY_LEARNER,
  enrollLearner,
  type Grant,
  type NewLearner,
  requireOpenCourse,
} from './actions/enroll-learner.ts'
export { enrollPeople } from './actions/enroll-people.ts'
export { reopenUnenrolled } from './actions/reopen-unenrolled.ts'
export { restoreOrderGrants } from './actions/restore-order-grants.ts'
export { setTerm } from './actions/set-term.ts'
export { takeAway } from './actions/take-away.ts'
export {
  accessEpochOf,
  attemptProof,
  ENROLLMENT_PROOF,
  isPersonHere,
  lockingEnrollment,
  personIsHere,
  type StampedEnrollment,
} from './lock-enrollment.ts'
export {
  loadOwnEnrollment,
  type ProgressRecord,
  recordingProgress,
  recordProgress,
  reopenEnrollment,
} from './own-enrollment.ts'
export { isManagerOf, loadAssigned, loadWithinReach } from './reach.ts'
export { remindLearner } from './reminders.ts'
export {
  activeLearnerIn,
  ENROLLMENT_COLUMNS,
  type Enrollment,
  type EnrollmentRow,
  isActiveLearner,
  loadEnrollment,
  lockEnrollment,
  lockEnrollments,
  withAccess,
  withProgress,
} from './store.ts'
export { loadTaught, requireLearnerWithinReach } from './teaching-reach.ts'
export { type AccessReport, whyAccess } from './why-access.ts'
