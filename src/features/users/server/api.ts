/** What other slices may call of users. */
export { blockUser } from './actions/block-user.ts'
export { deleteUser } from './actions/delete-user.ts'
