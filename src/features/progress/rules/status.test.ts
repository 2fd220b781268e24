import { expect, test } from 'vitest'
import { STATUSES, statusSentence } from './status.ts'

test('a line that begins with the word of a status begins with a capital (LRN-008)', () => {
  expect(STATUSES.map(statusSentence)).toEqual(['In progress', 'Success', 'Failed', 'Not started', 'Finished'])
})
