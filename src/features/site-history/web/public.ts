export { HistoryButton } from './history-button.tsx'
export type { HistoryView, SiteValue } from './history-view.ts'
export { SiteCompared } from './site-compared.tsx'
