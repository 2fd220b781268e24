export { openForPartner } from './company-guard.ts'
