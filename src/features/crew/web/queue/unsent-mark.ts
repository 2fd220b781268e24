/** Whose entries wait on this device: pages without the queue look here before they load it. */
export const MARK = 'crew-entries-of'
