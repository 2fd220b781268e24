import { useQuery } from '@tanstack/react-query'
import { listArticleCategories } from '#features/articles/contract.ts'
import { listCourseFilters } from '#features/catalog/contract.ts'
import { ContentMultiSelect, ContentSelect } from '#features/content/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import type { BlockField } from '../../rules/block-fields.ts'
import { ICONS } from '../../rules/blocks.ts'
import styles from './builder.module.css'
import { CountedArea, CountedText } from './counted-fields.tsx'
import { HeadingField } from './heading-field.tsx'
import { ItemsField } from './items-field.tsx'
import { LinkField } from './link-field.tsx'
import { BlockPictureField } from './picture-input.tsx'
import { WORDS } from './words.ts'

type FieldOf<K extends BlockField['kind']> = Extract<BlockField, { kind: K }>
type InputProps<K extends BlockField['kind'] = BlockField['kind']> = { field: FieldOf<K>; path: string }

const iconName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The control of one setting, by its kind. */
export function BlockFieldInput({ field, path }: InputProps) {
  const common = { name: path, label: field.label, ...(field.hint && { description: field.hint }) }
  switch (field.kind) {
    case 'html':
      return field.mode === 'heading' ? <HeadingField {...common} /> : <RichTextField {...common} insertions={WORDS} />
    case 'mode_html':
      return <ModeText field={field} path={path} />
    case 'line':
      return <CountedText {...common} required={field.isRequired === true} limits={field} />
    case 'lines':
      return <CountedArea {...common} limits={field} />
    case 'number':
      return <NumberField {...common} min={field.min} max={field.max} allowDecimal={false} clampBehavior="strict" />
    case 'choice':
      return <Choices field={field} path={path} />
    case 'switch':
      return <SwitchField {...common} />
    case 'icon':
      return (
        <SelectField
          {...common}
          searchable
          allowDeselect={false}
          data={ICONS.map((name) => ({ value: name, label: iconName(name) }))}
        />
      )
    case 'picture':
      return <BlockPictureField {...common} />
    case 'video':
    case 'anchor':
      return <TextField {...common} maxLength={field.kind === 'anchor' ? 60 : 2082} />
    case 'link':
      return <LinkField {...common} isOptional={field.isOptional === true} />
    case 'items':
      return (
        <ItemsField field={field} path={path} control={(inner, at) => <BlockFieldInput field={inner} path={at} />} />
      )
    case 'record':
      return <ContentSelect {...common} list={field.list} />
    case 'records':
      return <ContentMultiSelect {...common} list={field.list} />
    case 'course_filter':
      return <CourseFilter field={field} path={path} />
    case 'article_category':
      return <ArticleCategory field={field} path={path} />
  }
}

function Choices({ field, path }: InputProps<'choice'>) {
  const data = field.options.map(([value, label]) => ({ value, label }))
  const common = { name: path, label: field.label, ...(field.hint && { description: field.hint }) }
  return data.length <= 3 ? (
    <ChoiceField {...common} options={data} />
  ) : (
    <SelectField {...common} allowDeselect={false} data={data} />
  )
}

/** A text as its mode takes it (PGB-033). */
function ModeText({ field, path }: InputProps<'mode_html'>) {
  const { value: mode } = useField<string>('mode')
  const mayChoose = can(useSession(), 'site-content.update')
  const common = { name: path, label: field.label }
  if (mode === 'title-only') return <TextAreaField {...common} />
  if (mode === 'heading') return <HeadingField {...common} />
  const isFull = mode !== 'only-text'
  // Partners have no library of the portal to choose from.
  const hasPictures = isFull && mayChoose
  return (
    <RichTextField
      key={mode}
      {...common}
      mode={isFull ? 'full' : 'only-text'}
      insertions={WORDS}
      {...(hasPictures && { pictures: sitePictures })}
    />
  )
}

const FILTERS = [
  ['category', 'Category'],
  ['training_option', 'Training option'],
  ['state', 'State'],
  ['agency', 'Agency'],
  ['organization', 'Organization'],
  ['language', 'Language'],
  ['provider', 'Provider'],
] as const

/** Which courses a collection shows; what no course has is not offered (PGB-028). */
function CourseFilter({ field, path }: InputProps<'course_filter'>) {
  const { data } = useQuery(useApi().query(listCourseFilters, { query: {} }))
  return (
    <fieldset className={styles.group}>
      <legend>{field.label}</legend>
      {FILTERS.map(([name, label]) => (
        <SelectField
          key={name}
          name={`${path}.${name}`}
          label={label}
          searchable
          clearable
          placeholder="Any"
          nothingFoundMessage="None"
          data={(data?.data[name] ?? []).map(({ value, label: text }) => ({ value, label: text }))}
        />
      ))}
    </fieldset>
  )
}

function ArticleCategory({ field, path }: InputProps<'article_category'>) {
  const { data } = useQuery(useApi().query(listArticleCategories))
  return (
    <SelectField
      name={path}
      label={field.label}
      clearable
      placeholder="Any"
      nothingFoundMessage="None"
      data={(data?.data ?? []).map(({ slug, title }) => ({ value: slug, label: title }))}
    />
  )
}
