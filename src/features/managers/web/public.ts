export { managerQueries } from './queries.ts'
export { ManagerDashboard } from './screens/dashboard.tsx'
