/** The address of a screen about somebody: by username, or without one by id (USR-007, ROU-071). */
export const personPath = ({ id, username }: { id: number; username: string | null }, screen = 'info') =>
  `/users/${username ?? id}/${screen}`
