import type { PortalContext } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'

type Portal = Pick<PortalContext, 'setting'>

/** Throws where the portal takes no badges, for those who sign in (BDG-036). */
export const requireTaken = ({ setting }: Portal): void => {
  if (!setting.has_badges) throw fail('badges_not_taken')
}

/** The same for those who look after people: no badge and no start code is given (BDG-037). */
export const requireSwitchedOn = ({ setting }: Portal): void => {
  if (!setting.has_badges) throw fail('badges_off')
}
