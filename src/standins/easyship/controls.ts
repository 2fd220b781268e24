import type { State, StoredShipment } from './state.ts'

/** What happens to the next call: it gets this status, or it is carried out and its answer is lost. */
export type Fault = number | 'lost'

/** What the stand-in can be made to do. */
export const createControls = (state: State) => {
  const faults: (Fault | null)[] = []
  const calls: string[] = []
  let polls = 0
  return {
    /** What happens to the next calls, one by one; null lets one pass. */
    failNext: (...next: (Fault | null)[]) => faults.push(...next),
    nextFault: (): Fault | null => faults.shift() ?? null,
    /** How many requests for a label answer that it is still pending. */
    setPollsOfLabel: (count: number) => {
      polls = count
    },
    pollsOfLabel: () => polls,
    /** The calls received, as method and path. */
    calls: (): readonly string[] => calls,
    note: (call: string) => calls.push(call),
    shipments: (): readonly StoredShipment[] => state.shipments,
    /** How many labels a shipment was charged for. */
    labelsOf: (id: string): number => state.paid.filter((paid) => paid === id).length,
    /** Sets how far the carrier is with a parcel. */
    deliver: (id: string, delivery_state: string): void => {
      const match = state.shipments.find((shipment) => shipment.id === id)
      if (!match) throw new Error(`There is no shipment ${id}`)
      match.delivery_state = delivery_state
      state.save()
    },
  }
}
export type Controls = ReturnType<typeof createControls>
