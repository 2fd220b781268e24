import type { ReportName } from '../contract.ts'
import { certificatesReport, expiringReport } from './kinds/certificates.ts'
import { completionsReport, enrollmentsReport, overdueReport } from './kinds/enrollments.ts'
import { invitationsReport } from './kinds/invitations.ts'
import { joinedUsersReport } from './kinds/joined-users.ts'
import { searchesReport } from './kinds/searches.ts'
import type { AnyReport } from './report.ts'

/** Every report, in the order of the index. */
export const REPORTS: readonly AnyReport[] = [
  enrollmentsReport,
  completionsReport,
  overdueReport,
  expiringReport,
  certificatesReport,
  joinedUsersReport,
  invitationsReport,
  searchesReport,
]

export const reportOf = (name: ReportName): AnyReport => {
  const report = REPORTS.find((one) => one.name === name)
  if (!report) throw new TypeError(`There is no report ${name}`)
  return report
}
