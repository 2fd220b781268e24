import { codeTry, countWrongPassword, deviceOf, requirePasswordTry } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { committing } from '#platform/http/route.ts'
import { confirmApp as confirm } from '../apps.ts'
import { type Browser, firstCodes, noteChange } from './change-factors.ts'

/** Makes the app that is being set up the person's own, by a code of it; the first factor brings recovery codes. */
export const confirmApp = async (tx: Tx, ctx: SignedIn, code: string, { http, config }: Browser) => {
  const { user_id: id, email } = ctx.viewer
  const tried = codeTry(ctx, { id, email }, deviceOf(http, ctx, config))
  await requirePasswordTry(tx, tried, ctx.now)
  const isRight = await overAllPortals(tx, () => confirm(tx, config.secret, id, code, ctx.now))
  if (!isRight) {
    await countWrongPassword(tx, tried, ctx.now)
    throw committing(fail('code_incorrect'))
  }
  const codes = await firstCodes(tx, ctx, config.secret)
  await noteChange(tx, ctx, 'add_app')
  return codes
}
