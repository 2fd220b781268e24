import pg from 'pg'
import { expect, test } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { examTaking } from '../../../../tests/taking.ts'

const t = testApp()
const { taking, right, at } = examTaking(t)

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Relation Name'?: string; Plans?: Plan[] }

/** Rows that a plan reads from tables, over all its loops. */
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name'] ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)

const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))

/** How many statements the last but one answer of an exam sends, and how many rows those read that decide about it. */
const costOf = async (questions: number) => {
  const who = await taking({ attempts_number: 1, pools: [{ questions }] })
  await who.start()
  for (let index = 0; index < questions - 2; index++) await right(who, at(who, index))
  const sent = await statementsOf(() => right(who, at(who, questions - 2)))
  const own = sent.filter(({ text }) => /\b(enrollments|exam_\w+)\b/.test(text))
  const reads = own.filter(({ text }) => /^\s*select\b/.test(text))
  const rows = await t.app.db.withPortal(who.person.portal.id, async (tx) => {
    // As the program reads: by the plan that serves every exam.
    await executeSql(tx, 'set local plan_cache_mode = force_generic_plan')
    let sum = 0
    for (const [index, { text, values }] of reads.entries()) {
      const name = `read_${questions}_${index}`
      // The answer was given in between, so the stamps of its proof are the earlier ones.
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

test('the last answers of 200 cost as many statements, and read as many rows, as those of five (EXM-011, EXM-018)', async () => {
  const few = await costOf(5)
  const many = await costOf(200)
  expect(many).toEqual(few)
  // The proof, which finds the attempt, its enrollment and its course by their stamps; one statement writes.
  expect(few).toEqual({ statements: 2, reads: 1, rows: 3 })
})
