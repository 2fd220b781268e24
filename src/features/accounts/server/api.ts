export {
  createNamedAccount,
  createOwnAccount,
  createWithoutEmail,
  findOrCreateUser,
  giveRole,
  type NewUser,
  takeRole,
} from './actions/find-or-create-user.ts'
export { closeSharedWays, joinPortal, keepStaffName, saveMember, sendKeptWelcome } from './actions/join-portal.ts'
export { saveOwnNames, updateUser } from './actions/update-user.ts'
export {
  assignedLearner,
  type Looker,
  lookerOf,
  managedCourses,
  taughtCourses,
  teacherOf,
} from './assigned.ts'
export { findByExternalIds, releaseExternalId, saveExternalId } from './external-ids.ts'
export {
  findLinkId,
  hasOpenLink,
  LINK_MINUTES,
  makeLink,
  makeNamedLink,
  markUsed,
  pendingEmailOf,
  requireLink,
  requireOwnLink,
} from './links.ts'
export { sendResetLink } from './mails.ts'
export { countMailOnRequest } from './mails-on-request.ts'
export { askProvidersBy, providerFor } from './passwords-off.ts'
export { matchingPeople, rolesShown } from './people-list.ts'
export {
  changeableAmong,
  inNamedPortal,
  type Member,
  ownAmong,
  type PortalById,
  reachFor,
  requireChangeable,
  requireKnown,
  requireMember,
  requireOwnAlone,
} from './reach.ts'
export { peopleFound, searchPeople } from './search-people.ts'
export { countMissingSecondFactors, secondFactorsMissing } from './second-factors.ts'
export { showPerson } from './show-person.ts'
export {
  type Account,
  avatarUrl,
  displayPerson,
  findAccount,
  findByEmail,
  findById,
  loadPerson,
  loadShownPeople,
  type Person,
  presentUser,
} from './store.ts'
