/** What other slices may call of compliance. */
export {
  type DocumentRow,
  insertDocumentFact,
  loadDocuments,
  lockDocuments,
  presentDocument,
} from './documents.ts'
export { notifyOfDocument, requirementTitle } from './notify.ts'
export { findPeople, isOwn, namesOf } from './people.ts'
export {
  type CurrentRequirement,
  currentRequirements,
  type Renewal,
  readRenewals,
  renewingCourses,
} from './renewals.ts'
export { currentTerms, loadRequirements, namingTerms, ruleOf, type StoredRequirement } from './requirements.ts'
