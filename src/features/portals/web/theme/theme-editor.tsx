import { useState } from 'react'
import type { AnyBlock } from '#features/pages/web/public.ts'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { type Tab, Tabs } from '#ui/app/tabs.tsx'
import type { Portal } from '../use-portal.ts'
import { ColorsTab } from './colors-tab.tsx'
import { FontsTab } from './fonts-tab.tsx'
import { FooterTab } from './footer-tab.tsx'
import { HeaderTab } from './header-tab.tsx'
import styles from './theme.module.css'
import type { ThemeValues } from './theme-form.ts'
import { ThemePreview } from './theme-preview.tsx'

type EditorProps = {
  record: Pick<RecordForm<ThemeValues>, 'form' | 'values'>
  portal: Portal
  /** Behind the tabs that every theme has. */
  more: readonly Tab[]
  /** What the preview shows; without it what is entered. */
  shown?: ThemeValues
  logos?: React.ComponentProps<typeof ThemePreview>['logos']
  blocks?: readonly AnyBlock[] | undefined
  isInDialog?: boolean
}

/** The look of a portal as tabs of fields, beside its public page in that look (PRT-115). */
export function ThemeEditor(props: EditorProps) {
  const { record, portal, more, logos, blocks, isInDialog = false } = props
  const { form, values } = record
  const { shown = values } = props
  const [tab, setTab] = useState('colors')
  return (
    <div className={styles.work} data-in-dialog={isInDialog || undefined}>
      <div className={styles.side}>
        <Tabs
          label="Theme"
          shown={tab}
          onChoose={setTab}
          items={[
            {
              key: 'colors',
              label: 'Colors',
              content: <ColorsTab values={values} onSet={(colors) => form.setValues(colors)} />,
            },
            { key: 'fonts', label: 'Fonts', content: <FontsTab textFont={values.text_font} /> },
            { key: 'header', label: 'Header', content: <HeaderTab /> },
            { key: 'footer', label: 'Footer', content: <FooterTab /> },
            ...more,
          ]}
        />
      </div>
      <ThemePreview portal={portal} values={shown} logos={logos} blocks={blocks} showsEnd={tab === 'footer'} />
    </div>
  )
}
