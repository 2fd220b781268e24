import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { SEO_EXTENSIONS } from '#kernel/uploads/uploads.ts'
import { SwitchField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { FormContext } from '#ui/app/form/form-context.ts'
import { PictureField } from '#ui/app/form/picture-field.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { IconEyeOff } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { updatePage, uploadSeoImage } from '../../contract.ts'
import { PAGE_TEXTS } from '../../rules/counts.ts'
import { type EditedPage, isOfPages } from '../queries.ts'
import styles from './builder.module.css'
import { CountedArea, CountedText } from './counted-fields.tsx'
import { wiringOf } from './form-wiring.ts'
import type { Builder } from './use-builder.ts'

type TabProps = { builder: Builder; isReadOnly: boolean }

const usePageWiring = ({ builder: { values, setField, record }, isReadOnly }: TabProps) => {
  const { errors } = record.form
  return useMemo(
    () =>
      wiringOf({
        values,
        errors,
        isReadOnly,
        onChange: setField,
      }),
    [values, errors, isReadOnly, setField],
  )
}

/** The settings of the page itself (PGB-001, PGB-005, PGB-011). */
export function PageTab({ page, ...props }: TabProps & { page: EditedPage }) {
  const wiring = usePageWiring(props)
  const client = useQueryClient()
  const unpublish = useCall(updatePage, {
    onSuccess: () => client.invalidateQueries({ predicate: isOfPages }),
    onError: (error) => void toast.error(error),
  })
  const askToUnpublish = async () => {
    const isSure = await confirm({
      title: 'Unpublish this page?',
      text: 'Visitors who open it see that there is no such page. Its versions stay, and you can publish it again.',
      yes: 'Unpublish',
    })
    if (isSure) unpublish.mutate({ params: { id: page.id }, body: { publication_status: PUBLICATION.draft } })
  }
  return (
    <FormContext value={wiring}>
      <div className={styles.fields}>
        <CountedText name="title" label="Title" required limits={PAGE_TEXTS.title} />
        <TextField
          name="slug"
          label="Address"
          description="Changes for visitors as soon as you save. The old address will redirect."
          leftSection="/"
          maxLength={200}
        />
        <TextField
          name="custom_page_title"
          label="Visible heading"
          description="Shown instead of the title if no block is a main heading."
          maxLength={200}
        />
        <TextField
          name="button_name"
          label="Label in navigation"
          description="The text of links to this page in navigation. Leave empty to use the title."
          maxLength={100}
        />
        <SwitchField name="show_header" label="Show the portal’s header" />
        <SwitchField name="show_footer" label="Show the portal’s footer" />
        {!props.isReadOnly && page.live_version !== null && (
          <div>
            <Button
              size="sm"
              variant="outline"
              icon={IconEyeOff}
              isLoading={unpublish.isPending}
              onClick={() => void askToUnpublish()}
            >
              Unpublish
            </Button>
          </div>
        )}
      </div>
    </FormContext>
  )
}

/** What search engines and other sites show of the page (PGB-006, PGB-010, PGB-014). */
export function SeoTab(props: TabProps & { pageId: number; onPicture: (src: string) => void }) {
  const wiring = usePageWiring(props)
  const { values, setField } = props.builder
  const upload = useCall(uploadSeoImage, {
    onSuccess: ({ data }) => props.onPicture(data.seo_image ?? ''),
    onError: (error) => void toast.error(error.errors.file?.[0] ?? error),
  })
  return (
    <FormContext value={wiring}>
      <div className={styles.fields}>
        <div className={styles.result} aria-hidden="true">
          <span>/{values.slug}</span>
          <strong>{values.meta_title || values.title || 'Title'}</strong>
          <p>{values.meta_description || 'Description'}</p>
        </div>
        <CountedText name="meta_title" label="Meta title" required limits={PAGE_TEXTS.meta_title} />
        <CountedArea name="meta_description" label="Meta description" required limits={PAGE_TEXTS.meta_description} />
        <TextAreaField
          name="seo_keywords"
          label="Keywords"
          description="Separate with commas."
          maxLength={500}
          minRows={2}
        />
        <PictureField
          label="Share picture"
          description="Shown when the page is shared. Saved as soon as you choose it. Without one, we create one."
          src={values.seo_image || null}
          alt="Share picture of the page"
          rule={{ extensions: SEO_EXTENSIONS }}
          isDisabled={props.isReadOnly}
          isUploading={upload.isPending}
          isRemoving={false}
          onFile={(file) => {
            const files = new FormData()
            files.append('file', file)
            upload.mutate({ params: { id: props.pageId }, options: { files } })
          }}
          onChoose={(id) => upload.mutate({ params: { id: props.pageId }, body: { library_id: id } })}
          onRemove={() => setField('seo_image', '')}
        />
      </div>
    </FormContext>
  )
}
