import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { WidthName } from '#ui/app/page-frame/use-page-frame.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconHistory,
  IconPencil,
  IconUpload,
} from '#ui/icons.tsx'
import { Button, IconButton, LinkButton } from '#ui/public/parts/button.tsx'
import { type EditedPage, siteHref } from '../queries.ts'
import styles from './builder.module.css'
import type { Builder } from './use-builder.ts'
import type { Commands } from './use-commands.ts'

const WIDTHS: { value: WidthName; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'phone', label: 'Phone' },
]

type BuilderBarProps = {
  builder: Builder
  commands: Commands
  page: EditedPage
  isReadOnly: boolean
  width: WidthName
  onWidth: (width: WidthName) => void
  isPreview: boolean
  onPreview: (isOn: boolean) => void
  mark: ReactNode
  onVersions: () => void
  /** Saves what is not saved, and asks whether to publish. */
  onPublish: () => void
}

/** What concerns the whole page: undo and redo, the width it is shown at, preview, files, and saving. */
export function BuilderBar(props: BuilderBarProps) {
  const { builder, commands, page, isReadOnly, width, onWidth, isPreview, onPreview, mark } = props
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.bar}>
      {!isReadOnly && (
        <span className={styles.barGroup}>
          <IconButton
            icon={IconArrowBackUp}
            label="Undo"
            title="Ctrl+Z"
            size="sm"
            disabled={!builder.canUndo}
            onClick={builder.undo}
          />
          <IconButton
            icon={IconArrowForwardUp}
            label="Redo"
            title="Ctrl+Shift+Z"
            size="sm"
            disabled={!builder.canRedo}
            onClick={builder.redo}
          />
        </span>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Width of the page"
        data={WIDTHS}
        value={width}
        onChange={(next) => onWidth(next as WidthName)}
      />
      <Button size="sm" variant="outline" icon={isPreview ? IconPencil : IconEye} onClick={() => onPreview(!isPreview)}>
        {isPreview ? 'Edit' : 'Preview'}
      </Button>
      <LinkButton size="sm" variant="ghost" icon={IconExternalLink} href={siteHref(page)} target="_blank">
        <span className={styles.word}>Open page</span>
      </LinkButton>
      <Button size="sm" variant="ghost" icon={IconHistory} aria-haspopup="dialog" onClick={props.onVersions}>
        <span className={styles.word}>Versions</span>
      </Button>
      <span className={styles.barGroup}>
        <Button size="sm" variant="ghost" icon={IconDownload} onClick={commands.exportFile}>
          <span className={styles.word}>Export</span>
        </Button>
        {!isReadOnly && (
          <Button size="sm" variant="ghost" icon={IconUpload} onClick={() => file.current?.click()}>
            Import
          </Button>
        )}
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Page file"
          accept=".json,application/json"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            if (chosen) void commands.importFile(chosen)
            event.currentTarget.value = ''
          }}
        />
      </span>
      {!isReadOnly && (
        <span className={styles.save} data-save-bar>
          {mark}
          <Button
            type="submit"
            size="sm"
            variant="outline"
            title="Ctrl+S"
            isLoading={builder.record.isSaving}
            disabled={!builder.record.canSave || !builder.record.isDirty}
          >
            Save
          </Button>
          <Button
            size="sm"
            aria-haspopup="dialog"
            disabled={!builder.record.canSave || (!builder.record.isDirty && page.live_version === page.newest_version)}
            onClick={props.onPublish}
          >
            Publish
          </Button>
        </span>
      )}
    </div>
  )
}
