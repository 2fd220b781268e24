export { forgetTypedNamesOf, readHandsOn } from './hands-on.ts'
export type { HandsOnRules } from './ports.ts'
export { readSignOffs, type SignOff } from './sign-offs.ts'
export { CREW_WORKER_PATH, crewWorker } from './worker.ts'
