import type { Wire } from '#kernel/endpoint.ts'
import type { showHandsOn } from '../contract.ts'
import type { QueueItem } from '../rules/entry-queue.ts'
import type { Proof } from '../rules/queue.ts'

export type HandsOn = Wire<typeof showHandsOn>['data'][number]

type Arrival = { proof: Proof | null; typed_name: string | null }

/** How somebody proved who they are when they arrived. */
export const wayOf = ({ proof, typed_name: name }: Arrival): string => {
  if (proof === 'badge') return 'with badge and PIN'
  if (proof === 'signature') return 'with a signature'
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

/** What a kept entry says: "Arrived with a signature", "Signed off: Put on an SCBA". */
export const queuedText = ({
  kind,
  task_title: task,
  is_so: isSo,
  signature,
  typed_name,
  reason,
}: QueueItem): string => {
  const proof = signature === null ? 'name' : 'signature'
  const said = kind === 'task' ? `Signed off: ${task ?? ''}` : WHAT[kind]
  if (!isSo) return `Taken back: ${said}`
  if (reason !== null) return `Added: ${said}`
  return kind === 'arrived' ? `${said} ${wayOf({ proof, typed_name })}` : said
}

export const countOf = (count: number): string => (count === 1 ? '1 entry is' : `${count} entries are`)
