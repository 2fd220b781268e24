import { releasablePages } from '#features/pages/server/api.ts'
import { releasableNavigation, releasableTheme } from '#features/portals/server/api.ts'
import { releasableButtons, releasableWidgets } from '#features/widgets/server/api.ts'
import type { ReleasableKind } from '#platform/pages/releasable.ts'
import type { ReleaseKind } from '../rules/releases.ts'

/** Everything that a release can put live. */
export const KINDS: Readonly<Record<ReleaseKind, ReleasableKind>> = {
  page: releasablePages,
  widget: releasableWidgets,
  promo_button: releasableButtons,
  navigation: releasableNavigation,
  theme: releasableTheme,
}
