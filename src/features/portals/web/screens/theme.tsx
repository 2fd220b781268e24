import { useMemo, useState } from 'react'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { DetailForm } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { updateSettings } from '../../contract.ts'
import { LOGO_FIELDS } from '../../rules/theme.ts'
import { PortalPictures } from '../components/portal-images.tsx'
import { Standing } from '../components/standing.tsx'
import { homeOf } from '../starts/starting-points.tsx'
import { StartTab } from '../theme/start-tab.tsx'
import styles from '../theme/theme.module.css'
import { ThemeEditor } from '../theme/theme-editor.tsx'
import { hasNoColors, THEME_DEFAULTS, THEME_WORDS, type ThemeValues, themeValues } from '../theme/theme-form.ts'
import { usePortal } from '../use-portal.ts'

/** How the portal looks, beside its public page in the look that is entered (PRT-115). */
export function ThemeScreen() {
  const api = useApi()
  const session = useSession()
  const { portal, scope, again } = usePortal()
  const [start, setStart] = useState<StartingPoint | null>(null)
  const home = useMemo(() => (start ? homeOf(start) : undefined), [start])
  const isReadOnly = !can(session, 'portal-settings.update')
  return (
    <>
      <Standing portal={portal} />
      <DetailForm<ThemeValues>
        key={portal.id}
        keepAs={`/portal/theme ${portal.id}`}
        defaults={THEME_DEFAULTS}
        record={{ ...themeValues(portal.setting), ...versioned(portal) } as Partial<ThemeValues>}
        isReadOnly={isReadOnly}
        save={(payload, _, options) => api.call(updateSettings, { ...scope, body: payload as never }, options)}
        onSaved={() => void again()}
        words={THEME_WORDS}
      >
        {(record) => (
          <ThemeEditor
            record={record}
            portal={portal}
            shown={start && hasNoColors(record.values) ? { ...record.values, ...start.colors } : record.values}
            blocks={home}
            more={[
              {
                key: 'logos',
                label: 'Logos',
                content: (
                  <div className={styles.fields}>
                    <p className={styles.note}>Saved as soon as you choose them.</p>
                    <PortalPictures images={LOGO_FIELDS} isReadOnly={isReadOnly} />
                  </div>
                ),
              },
              { key: 'start', label: 'Starting points', content: <StartTab chosen={start} onChoose={setStart} /> },
            ]}
          />
        )}
      </DetailForm>
    </>
  )
}
