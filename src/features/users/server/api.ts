/** What other slices may call of users. */
export { deleteUser } from './actions/delete-user.ts'
