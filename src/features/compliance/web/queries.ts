import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listRequirements, showComplianceOptions, showCrewRoster, showMatrix, showProof } from '../contract.ts'

export type Matrix = Wire<typeof showMatrix>['data']
export type MatrixPerson = Matrix['people'][number]
export type MatrixColumn = Matrix['requirements'][number]
export type RequirementShown = Wire<typeof listRequirements>['data'][number]
export type TermsShown = RequirementShown['terms'][number]
export type Proof = Wire<typeof showProof>['data']
export type FactShown = Proof['facts'][number]
export type Options = Wire<typeof showComplianceOptions>['data']

/** The cell whose proof is shown. */
export type Opened = { user_id: number; requirement_id: number }

/** What the address narrows the matrix by. */
export const MATRIX_SPEC: ListSpec = {
  filters: ['on', 'requirements', 'team_id', 'site', 'job', 'in_state', 'show'],
}

type Search = Record<string, unknown>

export const complianceQueries = (api: Api) => ({
  matrix: (search: Search) =>
    api.query(showMatrix, {
      query: listQuery({ ...readListState(search, MATRIX_SPEC), cursor: null }, MATRIX_SPEC) as never,
    }),
  crew: (query: Record<string, string>) => api.query(showCrewRoster, { query: query as never }),
  requirements: () => api.query(listRequirements),
  options: () => api.query(showComplianceOptions),
  proof: (userId: number, id: number, on: string) => api.query(showProof, { params: { userId, id }, query: { on } }),
})
