import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { type CatalogState, type FilterName, filterCount, withoutFilters } from '../../rules/address.ts'
import type { Facets } from '../facets.ts'
import { FilterPanel } from './filter-panel-part.tsx'

type FilterSheetProps = {
  facets: Facets
  capped: readonly FilterName[]
  state: CatalogState
  onChange: (state: CatalogState) => void
  /** How many courses are left. */
  note: string
  onClose: () => void
}

/** The filters as a drawer, if there is no room next to the list. */
export function FilterSheet({ facets, capped, state, onChange, note, onClose }: FilterSheetProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      side="right"
      title="Filters"
      footer={
        <>
          {filterCount(state) > 0 && (
            <Button variant="ghost" onClick={() => onChange(withoutFilters(state))}>
              Clear all
            </Button>
          )}
          <Button onClick={onClose}>Show {note}</Button>
        </>
      }
    >
      <FilterPanel facets={facets} capped={capped} state={state} onChange={onChange} />
    </Dialog>
  )
}
