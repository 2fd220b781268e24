import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { Api } from '#kernel/client.ts'
import { teachingQueries } from './queries.ts'

type Opening = {
  context: { queryClient: Pick<QueryClient, 'ensureQueryData'>; api: Api }
  params: { slug: string; userId: string; relatedId: string }
}

/** The learner that an address names; an enrollment of somebody else does not exist under it. */
export const openLearner = async ({ context, params }: Opening) => {
  const query = teachingQueries(context.api).learner(params.slug, Number(params.relatedId))
  const { data } = await context.queryClient.ensureQueryData(query)
  if (data.user.id !== Number(params.userId)) throw notFound()
  return data
}
