/** What other slices may show of activity logs. */
export { PersonActivity } from './components/person-activity.tsx'
