export { HandsOnRecord } from './components/hands-on.tsx'
export { LeftEntries } from './queue/left-entries.tsx'
