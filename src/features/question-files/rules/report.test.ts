import { expect, test } from 'vitest'
import { reportOf } from './report.ts'

const QUESTION = { type: 'single' as const, text: '<p>How steep?</p>', answers: [], explanation: null }
const ROW = {
  place: 'Line 1',
  title: 'Ladder',
  category: null,
  reason: null,
  notes: [],
  result: null,
  result_reason: null,
}

test.each([
  ['new', { ...ROW, question: QUESTION, outcome: 'new' }, ['Line 1', 'Ladder', 'Single choice', '', 'New', '', '']],
  [
    'refused by the check',
    { ...ROW, question: null, outcome: 'refused', reason: 'Essay questions are not taken.', category: 'Roofs' },
    ['Line 1', 'Ladder', '', 'Roofs', 'Not taken', '', 'Essay questions are not taken.'],
  ],
  [
    'added, with something to know',
    { ...ROW, question: QUESTION, outcome: 'new', notes: ['Its hints were left out.'], result: 'added' },
    ['Line 1', 'Ladder', 'Single choice', '', 'New', 'Added', 'Its hints were left out.'],
  ],
  [
    'left out by the run',
    { ...ROW, question: QUESTION, outcome: 'new', result: 'left_out', result_reason: 'Its category was not chosen.' },
    ['Line 1', 'Ladder', 'Single choice', '', 'New', 'Left out', 'Its category was not chosen.'],
  ],
] as const)('the report of an import tells of a question that was %s (QPL-026)', (_, row, line) => {
  const [header, ...lines] = reportOf([row])
  expect(header).toEqual(['In the file', 'Question', 'Type', 'Category', 'Check', 'Result', 'Details'])
  expect(lines).toEqual([line])
})
