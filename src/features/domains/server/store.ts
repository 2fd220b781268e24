import type { Tx } from '#platform/db/db.ts'
import type { CheckedStatus, NextState } from '../rules/next-state.ts'
import type { DnsRecord } from '../rules/record.ts'

const CHECKED = ['status', 'records', 'checked_at', 'checks', 'next_check_at', 'failing_since', 'created_at'] as const

export const domainRows = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('custom_domains')
    .select(['id', 'portal_id', 'host', 'token', 'is_preferred', ...CHECKED])
    .where('portal_id', '=', portalId)
    // The order in which they take the place of the portal's address (PRT-095, PRT-111).
    .orderBy('is_preferred', 'desc')
    .orderBy('activated_at')
    .orderBy('id')

export const emailRows = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('custom_emails')
    .select(['id', 'portal_id', 'email', ...CHECKED])
    .where('portal_id', '=', portalId)
    .orderBy('activated_at')
    .orderBy('id')

export type DomainRow = Awaited<ReturnType<ReturnType<typeof domainRows>['executeTakeFirstOrThrow']>>
export type EmailRow = Awaited<ReturnType<ReturnType<typeof emailRows>['executeTakeFirstOrThrow']>>

export const domainById = (tx: Tx, portalId: number, id: number) =>
  domainRows(tx, portalId).where('id', '=', id).executeTakeFirst()
export const emailById = (tx: Tx, portalId: number, id: number) =>
  emailRows(tx, portalId).where('id', '=', id).executeTakeFirst()

export const insertDomain = async (tx: Tx, values: { portal_id: number; host: string; now: Date }): Promise<number> => {
  const { now, ...rest } = values
  const row = await tx
    .insertInto('custom_domains')
    .values({ ...rest, created_at: now, next_check_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const insertEmail = async (tx: Tx, values: { portal_id: number; email: string; now: Date }): Promise<number> => {
  const { now, ...rest } = values
  const row = await tx
    .insertInto('custom_emails')
    .values({ ...rest, created_at: now, next_check_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Whether the domain is active in another portal; the transaction has to see all portals. */
export const isActiveElsewhere = async (tx: Tx, host: string, portalId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('custom_domains')
    .select('id')
    .where('host', '=', host)
    .where('status', '=', 'active')
    .where('portal_id', '<>', portalId)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a domain the chosen one of its portal, in place of the one before (PRT-111). */
export const preferDomain = async (tx: Tx, portalId: number, id: number): Promise<void> => {
  const ofPortal = tx.updateTable('custom_domains').where('portal_id', '=', portalId)
  await ofPortal.set({ is_preferred: false }).where('is_preferred', '=', true).execute()
  await ofPortal.set({ is_preferred: true }).where('id', '=', id).execute()
}

/** Lets the web server get a certificate for a domain whose records are right (OPS-010); an active one has its own. */
export const awaitCertificate = async (tx: Tx, row: DomainRow): Promise<void> => {
  await tx
    .updateTable('custom_domains')
    .set({ status: 'processing' })
    .where('portal_id', '=', row.portal_id)
    .where('id', '=', row.id)
    .where('token', '=', row.token)
    .where('status', '<>', 'active')
    .execute()
}

/** Whether a domain has right records and waits for its certificate; the transaction has to see all portals. */
export const isAwaitingCertificate = async (tx: Tx, host: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('custom_domains')
    .select('id')
    .where('host', '=', host)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  return row !== undefined
}

export type Checked = { records: DnsRecord[]; state: NextState; now: Date }

const columnsOf = ({ records, state, now }: Checked) => {
  const { event, ...columns } = state
  return {
    ...columns,
    records: JSON.stringify(records),
    checked_at: now,
    ...(event === 'activated' && { activated_at: now }),
  }
}

/** Keeps the result of a check, unless the claim has ended meanwhile; a claim that failed gets another token (PRT-094). */
export const saveCheckedDomain = async (tx: Tx, row: DomainRow, checked: Checked): Promise<boolean> => {
  const saved = await tx
    .updateTable('custom_domains')
    .set({
      ...columnsOf(checked),
      ...(checked.state.event === 'failed' && { token: crypto.randomUUID().replaceAll('-', ''), activated_at: null }),
    })
    .where('portal_id', '=', row.portal_id)
    .where('id', '=', row.id)
    .where('token', '=', row.token)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

export const saveCheckedEmail = async (tx: Tx, row: EmailRow, checked: Checked): Promise<boolean> => {
  const saved = await tx
    .updateTable('custom_emails')
    .set({ ...columnsOf(checked), ...(checked.state.event === 'failed' && { activated_at: null }) })
    .where('portal_id', '=', row.portal_id)
    .where('id', '=', row.id)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

export type CheckKind = 'domain' | 'email'
const TABLES = { domain: 'custom_domains', email: 'custom_emails' } as const

export const requestCheck = async (tx: Tx, kind: CheckKind, portalId: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable(TABLES[kind])
    .set({ next_check_at: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

/** What is due, the longest waiting first; the transaction has to see all portals. */
export const dueChecks = async (tx: Tx, now: Date, limit: number) => {
  const due = async (kind: CheckKind) => {
    const rows = await tx
      .selectFrom(TABLES[kind])
      .select(['id', 'portal_id'])
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, kind }))
  }
  return [...(await due('domain')), ...(await due('email'))]
}

export const deleteRow = async (tx: Tx, kind: CheckKind, portalId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom(TABLES[kind])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const dkimKeyOf = (tx: Tx, portalId: number, domain: string) =>
  tx
    .selectFrom('dkim_keys')
    .select(['selector', 'public_key'])
    .where('portal_id', '=', portalId)
    .where('domain', '=', domain)
    .executeTakeFirst()

type NewKey = { portal_id: number; domain: string; selector: string; public_key: string; private_key: Buffer }

/** Keeps a key, unless a call at the same moment has made one for this domain. */
export const insertDkimKey = async (tx: Tx, key: NewKey): Promise<void> => {
  await tx
    .insertInto('dkim_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['portal_id', 'domain']).doNothing())
    .execute()
}

/** Forgets the key of a domain when no sender has that domain any more. */
export const dropUnusedKey = async (tx: Tx, portalId: number, domain: string): Promise<void> => {
  await tx
    .deleteFrom('dkim_keys')
    .where('portal_id', '=', portalId)
    .where('domain', '=', domain)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('custom_emails')
            .select('id')
            .where('portal_id', '=', portalId)
            .where('email', 'like', `%@${domain}`),
        ),
      ),
    )
    .execute()
}

export const statusOf = (row: Pick<DomainRow, 'status'>): CheckedStatus => row.status as CheckedStatus
