import { signingKeyOf } from '#features/signing-keys/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { crewAddresses, crewParts } from '#kernel/statements/crew.ts'
import type { Tx } from '#platform/db/db.ts'
import { CREW, crewProblem } from '../../rules/crew.ts'
import type { Roster, RosterPerson } from './roster.ts'

/** A sheet of a roster: its people, and the address in its code. */
export type RosterSheet = { people: RosterPerson[]; code: string }
export type SignedRoster = { title: string; requirements: string[]; sheets: RosterSheet[] }

const pageOf = ({ portal }: Pick<SignedIn, 'portal'>): string => `${portal.origin}/gate`

/** How large a roster is, and how many sheets it takes. */
export const sizeOf = (ctx: Pick<SignedIn, 'portal'>, { requirements, people }: Roster) => {
  const size = { people: people.length, requirements: requirements.length }
  if (crewProblem(size) !== null) return { ...size, sheets: 0 }
  return { ...size, sheets: crewParts(pageOf(ctx), { requirements, people }, CREW.on_sheet).length }
}

/** The roster with a signed code for each sheet. Needs a transaction that may write: it may make the first key. */
export const signRoster = async (
  tx: Tx,
  ctx: Pick<SignedIn, 'portal' | 'now'>,
  secret: string,
  { title, requirements, people }: Roster & { title: string },
): Promise<SignedRoster> => {
  const problem = crewProblem({ people: people.length, requirements: requirements.length })
  if (problem) throw fail('invalid', { fields: { people: [problem] } })
  const key = await signingKeyOf(tx, { portal_id: ctx.portal.id, secret, now: ctx.now })
  const crew = { key_id: key.key_id, portal_id: ctx.portal.id, signed_at: ctx.now, title, requirements, people }
  const page = pageOf(ctx)
  const parts = crewParts(page, crew, CREW.on_sheet)
  const codes = crewAddresses(page, crew, parts, (bytes) => key.sign(Buffer.from(bytes)))
  return { title, requirements, sheets: parts.map((part, index) => ({ people: part, code: codes[index] as string })) }
}
