/** What is handed to versions, which stand below sharing. */
export { offerVersion } from './actions/share.ts'
