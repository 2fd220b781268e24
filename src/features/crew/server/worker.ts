import { readFileSync } from 'node:fs'
import path from 'node:path'

export const CREW_WORKER_PATH = '/crew-sessions/worker.js'

/** The worker that opens kept pages of crew sessions without a network (CRW-017); the same for every portal. */
export const crewWorker = (): string => readFileSync(path.join(import.meta.dirname, 'worker.js'), 'utf8')
