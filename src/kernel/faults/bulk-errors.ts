/** What stands in the way of a step of a bulk change (BLK-021, BLK-025). */
export const BULK_ERRORS = {
  bulk_change_moved_on: {
    id: 'ERR-180',
    status: 409,
    text: 'This bulk change has moved on: it is {state} now. Nothing was changed by this click. Check the page before you go on.',
  },
  bulk_change_without_undo: {
    id: 'ERR-198',
    status: 409,
    text: 'Nothing was undone. {reason}',
  },
} as const
