import type { Problem } from './problems.ts'

export type Alarm = { name: string; raised_at: Date; well_since: Date | null }

/** Something is well again when it has been for this long, so that nobody gets two mails a minute about a thing on the edge. */
const WELL_MS = 120_000

export type Turn = {
  raise: Problem[]
  /** Names of alarms that are seen again before they were over. */
  again: string[]
  /** Names of alarms whose problem is seen no more, but not for long enough. */
  fading: string[]
  end: Alarm[]
}

/** What changes about the alarms after a look at the installation (OPS-058). */
export const turnOf = (alarms: readonly Alarm[], problems: readonly Problem[], now: Date): Turn => {
  const bad = problems.filter(({ level }) => level === 'down')
  const isBad = ({ name }: Alarm) => bad.some((one) => one.name === name)
  const well = alarms.filter((alarm) => !isBad(alarm))
  return {
    raise: bad.filter(({ name }) => !alarms.some((alarm) => alarm.name === name)),
    again: alarms.filter((alarm) => isBad(alarm) && alarm.well_since !== null).map(({ name }) => name),
    fading: well.filter(({ well_since: since }) => since === null).map(({ name }) => name),
    end: well.filter(({ well_since: since }) => since !== null && now.getTime() - since.getTime() >= WELL_MS),
  }
}
