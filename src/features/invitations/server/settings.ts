import type { Tx } from '#platform/db/db.ts'

export type Settings = {
  invitation_text: string | null
  tells_accepted: boolean
  tells_declined: boolean
  tells_failed: boolean
  updated_at: Date | null
}

/** What everybody has who has set nothing. */
const DEFAULTS: Settings = {
  invitation_text: null,
  tells_accepted: true,
  tells_declined: true,
  tells_failed: true,
  updated_at: null,
}

type Whose = { portal_id: number; user_id: number }

export const loadSettings = async (tx: Tx, { portal_id: portalId, user_id: userId }: Whose): Promise<Settings> =>
  (await tx
    .selectFrom('manager_settings')
    .select(['invitation_text', 'tells_accepted', 'tells_declined', 'tells_failed', 'updated_at'])
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? DEFAULTS

export const saveSettings = async (
  tx: Tx,
  whose: Whose,
  settings: Omit<Settings, 'updated_at'> & { updated_at: Date },
): Promise<void> => {
  await tx
    .insertInto('manager_settings')
    .values({ ...whose, ...settings })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doUpdateSet(settings))
    .execute()
}
