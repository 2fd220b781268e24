export { OwnMobile } from './components/own-mobile.tsx'
export { PersonMobile } from './components/person-mobile.tsx'
export { SendLinksDialog } from './components/send-links-dialog.tsx'
export { textQueries } from './queries.ts'
