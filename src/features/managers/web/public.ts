export { SubordinatesDialog } from './components/subordinates-dialog.tsx'
export { managerQueries } from './queries.ts'
export { ManagerDashboard } from './screens/dashboard.tsx'
