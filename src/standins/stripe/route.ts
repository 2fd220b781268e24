import type { Params } from './params.ts'
import type { Work } from './work.ts'

export interface Call {
  work: Work
  /** The query of a GET, the body of a POST. */
  params: Params
  /** A part of the path. */
  id(name?: string): string
}

/** One call of the API. */
export interface Route {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  run(call: Call): object
}
