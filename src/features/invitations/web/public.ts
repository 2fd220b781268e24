/** What other features may show of invitations. */

export { InvitationList } from './components/invitation-list.tsx'
export { InviteDialog } from './components/invite-dialog.tsx'
