import { exportOf } from './report.ts'
import { REPORTS } from './reports.ts'

/** The exports of all reports: the rows of the screen, in its columns (REP-015). */
export const reportExports = REPORTS.map(exportOf)
