import type { Wire } from '#kernel/endpoint.ts'
import type { showHandsOn } from '../contract.ts'

export type HandsOn = Wire<typeof showHandsOn>['data'][number]

type Arrival = { proof: 'badge' | 'name' | null; typed_name: string | null }

/** How somebody proved who they are when they arrived. */
export const wayOf = ({ proof, typed_name: name }: Arrival): string => {
  if (proof === 'badge') return 'with badge and PIN'
  if (proof === null) return 'by correction'
  return name === null ? 'by typed name' : `by typing the name “${name}”`
}

const WHAT = { arrived: 'Arrived', left: 'Left' }

/** What an entry says: "Arrived with badge and PIN", "Signed off: Put on an SCBA", "Taken back: Left". */
export const whatOf = (entry: HandsOn): string => {
  const { kind, task, is_so: isSo, reason } = entry
  const said = kind === 'task' ? `Signed off: ${task ?? ''}` : WHAT[kind]
  if (!isSo) return `Taken back: ${said}`
  if (reason !== null) return `Added: ${said}`
  return kind === 'arrived' ? `${said} ${wayOf(entry)}` : said
}
