import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { UnsavedOffer, useForgetUnsaved } from '#ui/app/edits/unsaved-offer.tsx'
import { RecordFields, useSaveKey } from '#ui/app/form/detail-form.tsx'
import { SaveMark } from '#ui/app/form/save-mark.tsx'
import { useUnsavedGuard } from '#ui/app/form/use-unsaved-guard.ts'
import { WIDTHS, type WidthName } from '#ui/app/page-frame/use-page-frame.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { AlsoHere } from '#ui/app/presence/also-here.tsx'
import { OpenElsewhere } from '#ui/app/presence/open-elsewhere.tsx'
import { Tabs } from '#ui/app/tabs.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { BlocksTab } from '../builder/blocks-tab.tsx'
import styles from '../builder/builder.module.css'
import { BuilderBar } from '../builder/builder-bar.tsx'
import { Canvas } from '../builder/canvas.tsx'
import { PageTab, SeoTab } from '../builder/page-tabs.tsx'
import { type BuilderTab, useBuilder } from '../builder/use-builder.ts'
import { useBuilderKeys } from '../builder/use-builder-keys.ts'
import { useCommands } from '../builder/use-commands.ts'
import { useInlineText } from '../builder/use-inline-text.ts'
import { ChecksTab } from '../checks/checks.tsx'
import { PageState } from '../page-state.tsx'
import { type EditedPage, isOfPages } from '../queries.ts'

const VersionsDrawer = later(() => import('../versions/versions-drawer.tsx').then((file) => file.VersionsDrawer), {
  isRare: true,
})
const PublishDialog = later(() => import('../versions/publish-dialog.tsx').then((file) => file.PublishDialog), {
  isRare: true,
})

const TABS = ['blocks', 'page', 'seo', 'checks'] as const

/** The page builder: blocks, settings and SEO beside the page as visitors see it (PGB, ROU-096). */
export function PageBuilderScreen({ page }: { page: EditedPage }) {
  const session = useSession()
  const client = useQueryClient()
  const isReadOnly = !can(session, 'site-content.update')
  const keepAs = `/portals/pages ${page.id}`
  const forget = useForgetUnsaved(keepAs)
  const release = useRef(() => {})
  const builder = useBuilder(page, () => {
    release.current()
    forget()
  })
  const { record, values, selected, select } = builder
  const commands = useCommands(builder, page)
  const inline = useInlineText(builder)
  const { letGo } = useUnsavedGuard(record.isDirty && !isReadOnly)
  useEffect(() => {
    release.current = letGo
  }, [letGo])
  useSaveKey(record, !isReadOnly)
  const keys = useBuilderKeys({ builder, commands, isReadOnly })

  const [width, setWidth] = useState<WidthName>('desktop')
  const [isPreview, setPreview] = useState(false)
  const settings = useRef<HTMLElement>(null)
  const [dialog, setDialog] = useState<'versions' | 'publish' | null>(null)
  const state = record.isSaving ? 'saving' : !record.canSave ? 'offline' : record.isDirty ? 'unsaved' : 'saved'

  const publish = async () => {
    if (!record.isDirty) return setDialog('publish')
    const saved = await builder.save()
    if (saved) setDialog('publish')
  }
  const onPicture = (src: string) => {
    if (record.isDirty) builder.setField('seo_image', src)
    void client.invalidateQueries({ predicate: isOfPages })
  }
  return (
    <>
      <PageHeader
        title={values.title || 'Page'}
        badge={<PageState page={page} />}
        crumbs={[{ label: 'Pages', href: '/portals/pages' }, { label: values.title || 'Page' }]}
        company={<AlsoHere />}
      />
      <RecordFields record={record} isReadOnly={isReadOnly} className={styles.builder}>
        {!isReadOnly && <UnsavedOffer name={keepAs} record={record} />}
        {!isReadOnly && <OpenElsewhere isEditing={record.isDirty} />}
        <BuilderBar
          builder={builder}
          commands={commands}
          page={page}
          isReadOnly={isReadOnly}
          width={width}
          onWidth={setWidth}
          isPreview={isPreview}
          onPreview={setPreview}
          mark={<SaveMark state={state} />}
          onVersions={() => setDialog('versions')}
          onPublish={() => void publish()}
        />
        <div className={styles.work} data-preview={isPreview || undefined}>
          {!isPreview && (
            <div className={styles.side}>
              <Tabs
                label="Page builder"
                shown={TABS[builder.tab]}
                onChoose={(key) => builder.setTab(TABS.indexOf(key as never) as BuilderTab)}
                items={[
                  {
                    key: 'blocks',
                    label: 'Blocks',
                    content: (
                      <BlocksTab
                        builder={builder}
                        commands={commands}
                        isReadOnly={isReadOnly}
                        settings={settings}
                        onPaste={() => void keys.pasteFromClipboard()}
                      />
                    ),
                  },
                  {
                    key: 'page',
                    label: 'Page',
                    content: <PageTab builder={builder} isReadOnly={isReadOnly} page={page} />,
                  },
                  {
                    key: 'seo',
                    label: 'SEO',
                    content: (
                      <SeoTab builder={builder} isReadOnly={isReadOnly} pageId={page.id} onPicture={onPicture} />
                    ),
                  },
                  { key: 'checks', label: 'Checks', content: <ChecksTab builder={builder} /> },
                ]}
              />
            </div>
          )}
          <Canvas
            values={values}
            width={WIDTHS[width]}
            isPreview={isPreview}
            selected={selected}
            onSelect={(id) => {
              select(keys.ownId(id))
              builder.setTab(0)
            }}
            onEditText={(id, element) => !isReadOnly && inline.open(id, element)}
            frozen={inline.frozen}
            onKeyDown={keys.onKeyDown}
            onPaste={keys.onPaste}
            onCopy={keys.onCopy}
          />
        </div>
      </RecordFields>
      {dialog === 'versions' && (
        <VersionsDrawer page={page} isReadOnly={isReadOnly} isDirty={record.isDirty} onClose={() => setDialog(null)} />
      )}
      {dialog === 'publish' && <PublishDialog page={page} words={values} onClose={() => setDialog(null)} />}
    </>
  )
}
