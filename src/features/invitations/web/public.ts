/** What other features may show of invitations. */

export { InvitationList } from './components/invitation-list.tsx'
export { InviteDialog } from './components/invite-dialog.tsx'
export { invitationQueries } from './queries.ts'
export { SettingsScreen as InvitationSettingsScreen } from './screens/settings.tsx'
