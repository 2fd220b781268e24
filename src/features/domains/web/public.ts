export { DomainsSection } from './components/domains-section.tsx'
export { SendersSection } from './components/senders-section.tsx'
export { domainList, emailList } from './queries.ts'
