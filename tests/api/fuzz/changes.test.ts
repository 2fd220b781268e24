import { test } from 'vitest'
import { fuzz } from './fuzz.ts'

const sendNonsense = fuzz('PUT', 'PATCH', 'DELETE')

test(
  'no nonsense from anyone makes any change fail with an internal error (API-027)',
  { timeout: 600_000 },
  sendNonsense,
)
