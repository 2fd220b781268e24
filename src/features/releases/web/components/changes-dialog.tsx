import { ComparedVersions } from '#features/pages/web/public.ts'
import { navigationHistory, themeChanges } from '#features/portals/web/public.ts'
import { promoButtonHistory, widgetHistory } from '#features/widgets/web/public.ts'
import type { ChangeGroup } from '#ui/app/history/change-groups.tsx'
import { Compared } from '#ui/app/history/compared.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { ReleaseKind } from '../../rules/releases.ts'
import type { ReleaseItem } from '../queries.ts'

type Value = Record<string, unknown>

const CHANGES: Readonly<Record<Exclude<ReleaseKind, 'page'>, (before: Value, after: Value) => ChangeGroup[]>> = {
  widget: widgetHistory.changes,
  promo_button: promoButtonHistory.changes,
  navigation: navigationHistory.changes,
  theme: themeChanges,
}

const SAME = 'Nothing changes: visitors see this already.'

function Changes({ item: { kind, record_id, live, value } }: { item: ReleaseItem }) {
  if (live === null) return <p>This was deleted, so nothing changes.</p>
  if (kind !== 'page') return <Compared reads={[]} groups={CHANGES[kind](live, value)} same={SAME} />
  const [from, to] = [live['version'], value['version']] as [number | null, number | null]
  if (to === null) return <p>Visitors no longer see this page.</p>
  if (from === null) return <p>Visitors see this page for the first time, as version {to}.</p>
  return <ComparedVersions pageId={record_id} from={from} to={to} />
}

/** What visitors will see differently of one part of a release (PGB-066). */
export function ChangesDialog({ item, onClose }: { item: ReleaseItem; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={`What changes: ${item.title}`}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Changes item={item} />
    </Dialog>
  )
}
