import { GRACE_DAYS } from '../rules/next-state.ts'
import type { DnsRecord } from '../rules/record.ts'
import type { DomainRow, EmailRow } from './store.ts'

const DAY = 86_400_000

const isInUse = ({ status, failing_since }: Pick<DomainRow, 'status' | 'failing_since'>) =>
  status === 'active' && failing_since === null

const presentChecked = (row: DomainRow | EmailRow, now: Date) => ({
  status: row.status as 'pending',
  records: row.records as unknown as DnsRecord[],
  checked_at: row.checked_at,
  next_check_at: row.next_check_at,
  is_checking: row.next_check_at !== null && row.next_check_at <= now,
  failing_since: row.failing_since,
  active_until: row.failing_since && new Date(row.failing_since.getTime() + GRACE_DAYS * DAY),
  created_at: row.created_at,
})

/** Rows in the order in which they take each other's place: the first one in use is the primary one (PRT-095, PRT-097, PRT-111). */
export const presentDomains = (rows: readonly DomainRow[], now: Date) => {
  const primary = rows.find(isInUse)?.id
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    is_primary: row.id === primary,
    may_be_primary: isInUse(row) && row.id !== primary,
    ...presentChecked(row, now),
  }))
}

export const presentEmails = (rows: readonly EmailRow[], now: Date) => {
  const sender = rows.find(isInUse)?.id
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    is_sender: row.id === sender,
    ...presentChecked(row, now),
  }))
}
