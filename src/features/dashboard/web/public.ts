export { AdminDashboard, Attention, dashboardQuery } from './admin-dashboard.tsx'
export { findRecordsBy } from './find-records.ts'
