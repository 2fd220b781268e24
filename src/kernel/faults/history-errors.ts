/** What stands in the way of a restore (HIS-014). */
export const HISTORY_ERRORS = {
  history_moved_on: {
    id: 'ERR-190',
    status: 409,
    text: 'This record changed after you opened the preview. Nothing was restored. Check the new preview before you go on.',
  },
  nothing_to_restore: {
    id: 'ERR-191',
    status: 422,
    text: 'Nothing was restored, because none of these fields can be restored now. The preview says why.',
  },
} as const
