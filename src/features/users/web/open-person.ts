import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { listUsers } from '#features/accounts/contract.ts'
import type { Api } from '#kernel/client.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { personQueries } from './queries.ts'

type Opening = { api: Api; queryClient: Pick<QueryClient, 'ensureQueryData'> }

const idOf = async (api: Api, slug: string): Promise<number | undefined> => {
  if (/^\d+$/.test(slug)) return Number(slug)
  const { data } = await api.call(listUsers, { query: { username: slug } as never })
  return data[0]?.id
}

/** The person that an address names, by username or id (USR-007); nobody else's record, and the own one, is not found. */
export const openPerson = async ({ api, queryClient }: Opening, slug: string) => {
  const id = await idOf(api, slug)
  if (!Number.isSafeInteger(id) || !id) throw notFound()
  const { data } = await orNotFound(queryClient.ensureQueryData(personQueries(api).person(id)))
  // Somebody's own record has its own screens.
  if (data.membership === null) throw notFound()
  return data
}

/** As `openPerson`, for what those who left the portal have no longer: roles, tags, settings and a password (USR-081). */
export const openMember = async (opening: Opening, slug: string) => {
  const person = await openPerson(opening, slug)
  if (person.membership?.left_at) throw notFound()
  return person
}
