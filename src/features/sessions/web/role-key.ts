/** Key in local storage by which other tabs learn of a changed role (AUT-030). */
export const ROLE_KEY = 'current_role'

/** In this tab's storage: the role it has gone to already, so that one the server does not take is asked for once. */
export const ADOPTED_KEY = 'role.adopted'
