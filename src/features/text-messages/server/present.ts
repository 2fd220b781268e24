import { loadShownPeople, reachFor, requireMember } from '#features/accounts/server/api.ts'
import { isAllowed, loadHolders, requireStartable } from '#features/badges/server/api.ts'
import { maskedMobile } from '#kernel/access/mobile-number.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { hasTexts, type TextNeeds } from './service.ts'
import { hasOptedOut, loadNumber, openStartLink, textsOf } from './store.ts'

/** The mobile number of a person and what was texted to it, for those who see the person (TXT-008). */
export const showMobile = async (needs: TextNeeds, tx: Tx, ctx: SignedIn, userId: number) => {
  await requireMember(tx, ctx, userId)
  const at = { portal_id: ctx.portal.id, user_id: userId }
  const mobile = await loadNumber(tx, at)
  const holder = (await loadHolders(tx, at.portal_id, [userId])).get(userId)
  const by = mobile?.consent_by ?? null
  const people = await loadShownPeople(tx, at.portal_id, by === null ? [] : [by])
  // To enter a number asks for more than to see the person.
  const scope = reachFor(ctx, 'users.update')
  const canChange = scope !== 'none' && (await isAllowed(() => requireStartable(tx, { ...ctx, scope }, userId)))
  const isOn = await hasTexts(needs, tx, at.portal_id)
  const hasStopped = mobile ? await hasOptedOut(tx, at.portal_id, mobile.number) : false
  return {
    number: mobile ? (canChange ? mobile.number : maskedMobile(mobile.number)) : null,
    proved_at: mobile?.proved_at ?? null,
    consent: mobile ? { at: mobile.consent_at, by: by === null ? null : (people.get(by) ?? null) } : null,
    has_opted_out: hasStopped,
    has_texts: isOn,
    link_ends_at: await openStartLink(tx, at, ctx.now),
    messages: (await textsOf(tx, at)) as never,
    can_change: canChange,
    can_send:
      canChange && isOn && mobile !== null && !hasStopped && holder !== undefined && ctx.portal.setting.has_badges,
  }
}
