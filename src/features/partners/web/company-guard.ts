import type { Api } from '#kernel/client.ts'
import type { Opening } from '#ui/page/run-guards.ts'
import { showOwnCompany } from '../contract-partner.ts'

type Reading = Opening & {
  context: { api: Api; queryClient: { ensureQueryData: (query: never) => Promise<unknown> } }
}

/** The company of anyone who acts as a partner, null before there is one. */
export const ownCompanyQuery = (api: Api, user_id?: number) =>
  api.query(showOwnCompany, { query: user_id === undefined ? {} : { user_id } })

/**
 * The guard partner-company: the company of a partner is read before any other screen is shown, and a partner without
 * one goes to its form first (ROU-123, PAR-003, PAR-004).
 */
export const openForPartner = async (opening: Reading): Promise<void> => {
  const { api, queryClient, session } = opening.context
  if (session.viewer?.current_role !== 'partner') return
  const [{ openPage }, has_company] = await Promise.all([
    import('#ui/page/run-guards.ts'),
    queryClient.ensureQueryData(ownCompanyQuery(api) as never).then(
      (answer) => (answer as { data: unknown }).data !== null,
      () => null,
    ),
  ])
  openPage(['partner-company'], opening, { has_company })
}
