/** What other slices may call of users. */
export { type Returned, returnedWords } from '../rules/returned.ts'
export { addMember } from './actions/add-member.ts'
export { blockUser } from './actions/block-user.ts'
export { deleteUser } from './actions/delete-user.ts'
export { updateRoles } from './actions/update-roles.ts'
export { tagsOfPortal, updateTags } from './tags.ts'
