import pg from 'pg'
import { expect, test } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { examTaking } from '../../../../tests/taking.ts'

const t = testApp()
const { taking, right, at } = examTaking(t)

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Relation Name'?: string; Plans?: Plan[] }

/** Rows that a plan reads from tables in all its loops. */
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name'] ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)

const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))

/** The number of statements that the second-to-last answer of an exam sends, and of rows that the deciding ones read. */
const costOf = async (questions: number) => {
  const who = await taking({ attempts_number: 1, pools: [{ questions }] })
  await who.start()
  for (let index = 0; index < questions - 2; index++) await right(who, at(who, index))
  const sent = await statementsOf(() => right(who, at(who, questions - 2)))
  const own = sent.filter(({ text }) => /\b(enrollments|exam_\w+)\b/.test(text))
  const reads = own.filter(({ text }) => /^\s*select\b/.test(text))
  const rows = await t.app.db.withPortal(who.person.portal.id, async (tx) => {
    // The program uses one plan for all exams.
    await executeSql(tx, 'set local plan_cache_mode = force_generic_plan')
    let sum = 0
    for (const [index, { text, values }] of reads.entries()) {
      const name = `read_${questions}_${index}`
      // The answer has been written since, so the stamps in its proof are out of date.
      const again = text.replace(/\w\.xmin = \$\d::xid/g, '($& or true)')
      await executeSql(tx, `prepare ${name} as ${again}`)
      const execute = `execute ${name} (${values.map(literal).join(', ')})`
      const { rows: lines } = await executeSql(tx, `explain (analyze, format json) ${execute}`)
      sum += rowsRead((lines[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
    }
    return sum
  })
  return { statements: own.length, reads: reads.length, rows }
}

test('the last answers of 200 take as many statements, and read as many rows, as the last answers of 5 (EXM-011, EXM-018)', async () => {
  const few = await costOf(5)
  const many = await costOf(200)
  expect(many).toEqual(few)
  // One statement proves that attempt, enrollment, and course have their stamps. One statement writes.
  expect(few).toEqual({ statements: 2, reads: 1, rows: 3 })
})
