import { NumberField } from '#ui/app/form/fields.tsx'
import type { Column } from '#ui/app/list/list-types.ts'

/** The place of a record among the others of its list. */
export const placeColumn: Column<{ sort_number: number }> = {
  key: 'sort_number',
  title: 'Place',
  align: 'right',
  width: 110,
  isSortable: true,
  cell: (row) => row.sort_number,
}

export const PlaceField = () => (
  <NumberField name="sort_number" label="Place" min={0} max={100_000} allowDecimal={false} />
)
