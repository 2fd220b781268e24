import type { Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { App } from '../app.ts'

export type Actor = {
  ctx: SignedIn
  /** Runs one action in its own transaction, as this person in this portal. */
  act: <T>(action: (tx: Tx, ctx: SignedIn) => Promise<T>) => Promise<T>
}

/** A person who acts in a portal without a call. Steps that have no call yet use the same actions. */
export const actorOf = async (
  app: App,
  portalId: number,
  person: { user_id: number; role: Role },
  now: () => Date = () => new Date(),
): Promise<Actor> => {
  const portal = await app.resolvers.portalById(portalId)
  if (!portal) throw new Error(`No portal ${portalId}`)
  const context = (): SignedIn => ({
    portal,
    host_portal: portal,
    viewer: {
      user_id: person.user_id,
      session_id: 0,
      roles: [person.role],
      current_role: person.role,
      is_outside: false,
      email: '',
      username: null,
      first_name: null,
      middle_name: null,
      last_name: null,
      avatar: null,
      impersonator_id: null,
      impersonator_name: null,
      toggles: {},
      is_token: false,
      second_factor: 'met',
    },
    scope: 'any',
    now: now(),
    request: { id: '', address: '', user_agent: '', is_secure: false },
  })
  return { ctx: context(), act: (action) => app.db.withPortal(portalId, (tx) => action(tx, context())) }
}
