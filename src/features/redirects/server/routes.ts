import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { Config } from '#platform/process/config.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { leadsBack, MOST_LINES, MOST_REDIRECTS, readLines, readNew, readOld } from '../rules/addresses.ts'
import { deleteFormer, pageOfFormer } from './former-addresses.ts'
import * as store from './store.ts'

const IN_CIRCLE = 'This would lead in a circle.'
const IS_THERE = 'This address has a redirect already.'
const TOO_MANY = `A portal has at most ${MOST_REDIRECTS.toLocaleString('en-US')} redirects. Please delete some first.`
/** The wrong lines that are named; nobody reads more at once. */
const MOST_NAMED = 20

const invalid = (field: string, ...problems: string[]) => fail('invalid', { fields: { [field]: problems } })

/** Every host under which the portal may be asked: its address, the platform's for it, and custom domains. */
const ownHosts = async (tx: Tx, { portal }: SignedIn, { PUBLIC_ORIGIN, BASE_HOST }: Config) => {
  const platform = PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).hostname : BASE_HOST
  return [new URL(portal.origin).hostname, `${portal.slug}.${platform}`, ...(await store.customHostsOf(tx, portal.id))]
}

type Written = store.Addresses

/** Both addresses as they are kept; each refused one is reported at its field. */
const readAddresses = (body: Written, hosts: readonly string[]): Written => {
  const [old, next] = [readOld(body.old_address), readNew(body.new_address, hosts)]
  if (old.address === undefined) throw invalid('old_address', old.problem)
  if (next.address === undefined) throw invalid('new_address', next.problem)
  return { old_address: old.address, new_address: next.address }
}

/** What every change ends with: the pages that were missing, or led elsewhere, are made again. */
const changed = async (tx: Tx, ctx: SignedIn, verb: string, id: number | null, changes: Record<string, unknown>) => {
  await logActivity(tx, ctx, {
    action: `redirect.${verb}`,
    subject_type: 'redirect',
    ...(id !== null && { subject_id: id }),
    changes,
  })
  await dropPages(tx, `redirects:${ctx.portal.id}`)
}

const requireRedirect = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await store.lockRedirect(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

/** The redirects of a text, with every wrong line named, and what they do to those that are there. */
const readText = (text: string, hosts: readonly string[], known: Map<string, string>) => {
  const lines = readLines(text)
  if (lines.length === 0) throw invalid('text', 'Please enter at least one line.')
  if (lines.length > MOST_LINES)
    throw invalid('text', `Please enter at most ${MOST_LINES.toLocaleString('en-US')} lines at once.`)
  const problems: string[] = []
  const entered = new Map<string, { next: string; number: number }>()
  for (const { number, old, next } of lines) {
    const [from, to] = [readOld(old), readNew(next, hosts)]
    const first = from.address === undefined ? undefined : entered.get(from.address)
    const problem = from.problem ?? to.problem ?? (first && `The address stands in line ${first.number} already.`)
    if (problem) problems.push(`Line ${number}: ${problem}`)
    else entered.set(from.address as string, { next: to.address as string, number })
  }
  const all = new Map([...known, ...[...entered].map(([old, { next }]) => [old, next] as const)])
  for (const [old, { number }] of entered) if (leadsBack(old, all)) problems.push(`Line ${number}: ${IN_CIRCLE}`)
  if (all.size > MOST_REDIRECTS) problems.push(TOO_MANY)
  if (problems.length > MOST_NAMED)
    problems.splice(MOST_NAMED, problems.length, `${problems.length - MOST_NAMED} more lines cannot be taken.`)
  if (problems.length > 0) throw invalid('text', ...problems)
  return [...entered].map(([old_address, { next: new_address }]) => ({ old_address, new_address }))
}

/** The calls of redirects and former addresses (SEO-026 to SEO-030). */
export const routes = ({ config }: Services): Route[] => [
  route(contract.listRedirects, ({ tx, ctx, query }) => store.pageOfRedirects(tx, ctx.portal.id, query)),
  route(contract.createRedirect, async ({ tx, ctx, body }) => {
    const row = readAddresses(body, await ownHosts(tx, ctx, config))
    const known = await store.lockAll(tx, ctx.portal.id)
    if (known.has(row.old_address)) throw invalid('old_address', IS_THERE)
    if (known.size >= MOST_REDIRECTS) throw invalid('old_address', TOO_MANY)
    if (leadsBack(row.old_address, known.set(row.old_address, row.new_address))) throw invalid('new_address', IN_CIRCLE)
    const made = await store.insertRedirect(tx, ctx.portal.id, row, ctx.now)
    await changed(tx, ctx, 'create', made.id, row)
    return { data: made }
  }),
  route(contract.updateRedirect, async ({ tx, ctx, params, body }) => {
    const row = readAddresses(body, await ownHosts(tx, ctx, config))
    const known = await store.lockAll(tx, ctx.portal.id)
    const before = await requireRedirect(tx, ctx, params.id)
    known.delete(before.old_address)
    if (known.has(row.old_address)) throw invalid('old_address', IS_THERE)
    if (leadsBack(row.old_address, known.set(row.old_address, row.new_address))) throw invalid('new_address', IN_CIRCLE)
    const saved = await store.updateRedirect(tx, ctx.portal.id, params.id, row, ctx.now)
    await changed(tx, ctx, 'update', params.id, row)
    return { data: saved }
  }),
  route(contract.deleteRedirect, async ({ tx, ctx, params }) => {
    const { old_address, new_address } = await requireRedirect(tx, ctx, params.id)
    await store.deleteRedirect(tx, ctx.portal.id, params.id)
    await changed(tx, ctx, 'delete', params.id, { old_address, new_address })
    return undefined
  }),
  route(contract.saveRedirects, async ({ tx, ctx, body }) => {
    const hosts = await ownHosts(tx, ctx, config)
    const known = await store.lockAll(tx, ctx.portal.id)
    const rows = readText(body.text, hosts, known)
    const [added, others] = [
      rows.filter((row) => !known.has(row.old_address)),
      rows.filter((row) => known.has(row.old_address) && known.get(row.old_address) !== row.new_address),
    ]
    await store.saveAll(tx, ctx.portal.id, [...added, ...others], ctx.now)
    const counts = {
      created: added.length,
      changed: others.length,
      unchanged: rows.length - added.length - others.length,
    }
    await changed(tx, ctx, 'create-many', null, counts)
    return { data: counts }
  }),
  route(contract.listFormerAddresses, ({ tx, ctx, query }) => pageOfFormer(tx, ctx.portal.id, query)),
  route(contract.deleteFormerAddress, async ({ tx, ctx, params }) => {
    const address = await deleteFormer(tx, ctx.portal.id, params.id)
    if (address === null) throw fail('not_found')
    await logActivity(tx, ctx, { action: 'redirect.delete-former', changes: { old_address: address } })
    // The kept answer of the address has the tags of what it led to.
    await dropPages(tx, `portal:${ctx.portal.id}`)
    return undefined
  }),
]
