import { test } from 'vitest'
import { fuzz } from './fuzz.ts'

const sendNonsense = fuzz('GET')

test('no nonsense from anyone makes any read fail with an internal error (API-027)', { timeout: 600_000 }, sendNonsense)
