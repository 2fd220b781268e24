import { expect, test } from 'vitest'
import { simulate } from './world.ts'

test('in ten years of manual enrollments, refreshers, lapses, failures, refunds, new versions, clock changes and killed workers no seat is taken twice, nobody lapses, and no reminder is missing or repeated (CMP-030, CMP-031, CMP-033, CMP-036, CMP-042)', () => {
  const findings = simulate({ people: 200, years: 10, seed: 26, isAlarmed: () => true })
  expect(findings.faults).toEqual([])
  for (const happened of [findings.seats, findings.reminders, findings.renewals]) expect(happened).toBeGreaterThan(1000)
  for (const happened of [findings.refreshers, findings.lapses]) expect(happened).toBeGreaterThan(30)
  for (const happened of [findings.kills, findings.pairs, findings.alarms]) expect(happened).toBeGreaterThan(20)
})

test('the model finds what is wrong: a mailer that stops without an alarm (CMP-034)', () => {
  const { faults } = simulate({ people: 20, years: 3, seed: 26, isAlarmed: () => false })
  expect(faults[0]).toMatch(/no alarm was raised/)
})
