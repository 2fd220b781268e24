import { listVersionLearners, moveVersionLearner } from '#features/versions/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { Input } from '#kernel/endpoint.ts'

type Params = Input<typeof moveVersionLearner>['params']
type Choices = Omit<Input<typeof moveVersionLearner>['body'], 'related_id'>

/** Moves learners to a version one after the other, those named or all at work in earlier versions, and adds up what it did. */
export const moveEach = async (
  api: Pick<Api, 'call'>,
  params: Params,
  { related_ids, ...choices }: Choices & { related_ids?: readonly number[] } = {},
) => {
  const sum = { moved: 0, reopened: 0, kept: 0 }
  const ids =
    related_ids ??
    (await api.call(listVersionLearners, { params, query: { sort: 'id', per_page: 100 } })).data.map(({ id }) => id)
  for (const related_id of ids) {
    const { data } = await api.call(moveVersionLearner, { params, body: { related_id, ...choices } })
    sum.moved += data.moved
    sum.reopened += data.reopened
    sum.kept += data.kept
  }
  return sum
}
