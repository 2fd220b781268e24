import { expect, test } from 'vitest'
import { STATUSES, statusSentence } from './status.ts'

test('a line that begins with a status name begins with a capital letter (LRN-008)', () => {
  expect(STATUSES.map(statusSentence)).toEqual(['In progress', 'Success', 'Failed', 'Not started', 'Finished'])
})
