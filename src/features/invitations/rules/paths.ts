/** The list of all invitations that somebody may see. */
export const INVITATIONS_PATH = '/users/managers/invitations'
