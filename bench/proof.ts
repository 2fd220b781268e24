// Ten years of recertification for 10,000 people in a model of the world (CMP-036). Alone: node bench/proof.ts.
import { type Facts, problemsOf } from '#features/health/rules/problems.ts'
import { simulate } from '#features/recertification/rules/world.ts'

const NOW = new Date('2026-11-26T12:00:00Z')

/** Whether operators hear of reminders that wait: the rules of the health screen decide (CMP-034). */
const isAlarmed = (waiting: number, days: number): boolean => {
  const facts: Facts = {
    processes: [],
    queues: [],
    mails: { waiting, failed: 0, oldest_seconds: days * 86_400, last_sent_at: NOW, last_error: null },
    callbacks: { down: 0 },
    domains: { failing: 0 },
    backups: { last_at: null, error: null },
    reminders: { waiting, oldest_seconds: days * 86_400, late_portals: 0 },
    texts: [],
    database: { connections: 1, connections_max: 100, oldest_transaction_seconds: 0 },
  }
  return problemsOf(facts, NOW).some(({ name, level }) => name === 'reminders-stuck' && level === 'down')
}

/** Throws where a seat is taken twice, somebody lapses, or a reminder is missing or repeated. */
export const benchProof = async () => {
  const { faults, ...findings } = simulate({
    people: Number(process.env['PROOF_PEOPLE'] ?? 10_000),
    years: 10,
    seed: 26,
    isAlarmed,
  })
  if (faults.length > 0) throw new Error(`Recertification is not proved:\n${faults.join('\n')}`)
  return findings
}

if (import.meta.main) console.log(await benchProof())
