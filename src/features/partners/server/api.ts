/** What other slices, and the management screens, may call of partners. */
export {
  createAuthor,
  createCompany,
  createExternalPage,
  createFeature,
  createPartnerQuestion,
  updateCompany,
} from './actions/save-partner.ts'
export { authorPages, companyPages, externalPages } from './pages.ts'
