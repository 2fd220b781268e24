export { findOrCreateUser, giveRole, joinPortal } from './actions/find-or-create-user.ts'
export { makeLink, markUsed, pendingEmailOf, requireLink } from './links.ts'
export { sendResetLink } from './mails.ts'
export {
  avatarUrl,
  displayPerson,
  findByEmail,
  findById,
  loadPerson,
  loadShownPeople,
  type Person,
  presentUser,
} from './store.ts'
