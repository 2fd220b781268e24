import type { Tx } from '#platform/db/db.ts'

const LIMIT = 50

/** Those with wrong records first; what nobody waits for any more is left out. */
export const pendingDomains = async (tx: Tx) => {
  const domains = tx
    .selectFrom('custom_domains as d')
    .innerJoin('portals as p', 'p.id', 'd.portal_id')
    .select(['d.host as name', 'p.name as portal_name', 'd.status', 'd.failing_since', 'd.checked_at'])
    .where((where) => where.or([where('d.status', '!=', 'active'), where('d.failing_since', 'is not', null)]))
    .where('d.next_check_at', 'is not', null)
  const senders = tx
    .selectFrom('custom_emails as d')
    .innerJoin('portals as p', 'p.id', 'd.portal_id')
    .select(['d.email as name', 'p.name as portal_name', 'd.status', 'd.failing_since', 'd.checked_at'])
    .where((where) => where.or([where('d.status', '!=', 'active'), where('d.failing_since', 'is not', null)]))
    .where('d.next_check_at', 'is not', null)
  return tx
    .selectFrom(domains.unionAll(senders).as('pending'))
    .selectAll()
    .orderBy('failing_since')
    .orderBy('name')
    .limit(LIMIT)
    .execute()
}
