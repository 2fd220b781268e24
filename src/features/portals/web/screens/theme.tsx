import { useMemo, useState } from 'react'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { DetailForm } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { Tabs } from '#ui/app/tabs.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { updateSettings } from '../../contract.ts'
import { PortalPictures } from '../components/portal-images.tsx'
import { Standing } from '../components/standing.tsx'
import { homeOf } from '../starts/starting-points.tsx'
import { ColorsTab } from '../theme/colors-tab.tsx'
import { StartTab } from '../theme/start-tab.tsx'
import styles from '../theme/theme.module.css'
import { THEME_DEFAULTS, type ThemeValues, themeOf } from '../theme/theme-form.ts'
import { ThemePreview } from '../theme/theme-preview.tsx'
import { usePortal } from '../use-portal.ts'

const hasNoColors = (values: ThemeValues) => Object.values(values).every((color) => !color)

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
        record={{ ...themeOf(portal), ...versioned(portal) } as Partial<ThemeValues>}
        isReadOnly={isReadOnly}
        save={(payload, _, options) => api.call(updateSettings, { ...scope, body: payload as never }, options)}
        onSaved={() => void again()}
      >
        {({ form, values }) => (
          <div className={styles.work}>
            <div className={styles.side}>
              <Tabs
                label="Theme"
                items={[
                  {
                    key: 'colors',
                    label: 'Colors',
                    content: <ColorsTab values={values} onSet={(colors) => form.setValues(colors)} />,
                  },
                  {
                    key: 'start',
                    label: 'Starting points',
                    content: <StartTab chosen={start} onChoose={setStart} />,
                  },
                  {
                    key: 'logos',
                    label: 'Logos',
                    content: (
                      <div className={styles.fields}>
                        <p className={styles.note}>Saved as soon as you choose them.</p>
                        <PortalPictures images={['logo', 'secondary_logo', 'favicon']} isReadOnly={isReadOnly} />
                      </div>
                    ),
                  },
                ]}
              />
            </div>
            <ThemePreview
              portal={portal}
              values={start && hasNoColors(values) ? { ...values, ...start.colors } : values}
              blocks={home}
            />
          </div>
        )}
      </DetailForm>
    </>
  )
}
