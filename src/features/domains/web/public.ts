export { DomainsAndSenders } from './components/domains-and-senders.tsx'
