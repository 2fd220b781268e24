import { presentFile, requestFrom, startExport } from '#features/exports/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import { exportPersonalData } from '../contract.ts'
import { PERSONAL_DATA } from './export.ts'
import { PARTS } from './parts.ts'

/** The call by which people ask for what is kept about them (USR-044). */
export const routes = (): Route[] => [
  route(exportPersonalData, async ({ tx, ctx }) => {
    const request = requestFrom(ctx, 'own')
    const started = await startExport(tx, ctx, { ...PERSONAL_DATA, rows: Object.keys(PARTS).length, request })
    return { data: presentFile(started) }
  }),
]
