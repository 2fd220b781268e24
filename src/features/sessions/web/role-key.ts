/** Key in local storage by which other tabs learn of a changed role (AUT-030). */
export const ROLE_KEY = 'current_role'
