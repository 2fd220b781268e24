import { ContentMultiSelect, ContentSelect } from '#features/content/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { hasBlog } from '#kernel/product/portal-pages.ts'
import { changedColumn, titleColumn } from '#ui/app/content/content-columns.tsx'
import { SEARCH_DEFAULTS, SearchSection, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { SHARE_PICTURE } from '#ui/app/content/picture-section.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SwitchField, TextAreaField, ZonedMomentField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconEye } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import * as contract from '../../contract-lists.ts'
import type { ArticleState } from '../../rules/states.ts'
import { ArticleChecks, mayPublish } from './article-checks.tsx'

type Row = Wire<typeof contract.articles.list>['data'][number]
type Article = Wire<typeof contract.articles.show>['data']

const STATES: readonly { value: ArticleState; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
]

function State({ state }: Pick<Row, 'state'>) {
  return state === 'scheduled' ? <StatusBadge status="coming_soon" label="Scheduled" /> : <StatusBadge status={state} />
}

/** The articles of the blog, drafts too (CNT-024 to CNT-027). */
export const articles = contentKind<Row>({
  calls: contract.articles,
  resource: 'articles',
  above: { label: 'Content', href: '/portals/content' },
  path: '/admin/articles',
  title: 'Articles',
  text: 'What you write in your blog. Readers see an article from its publication time on.',
  noun: 'article',
  nouns: 'articles',
  sorts: ['published_at', 'title', 'updated_at', 'word_count'],
  sort: '-updated_at',
  filters: [{ name: 'state', label: 'Status', options: STATES }],
  publication: {
    stateOf: ({ state }) => (state === 'draft' ? 'draft' : 'published'),
    note: 'Drafts without a publication time are published now. Those with a time in the future appear then.',
  },
  columns: [
    titleColumn,
    { key: 'state', title: 'Status', width: 140, cell: (row) => <State {...row} /> },
    { key: 'category_title', title: 'Category', width: 160, role: 'secondary', cell: (row) => row.category_title },
    { key: 'author_names', title: 'Authors', role: 'secondary', cell: ({ author_names: names }) => names.join(', ') },
    {
      key: 'word_count',
      title: 'Words',
      align: 'right',
      width: 100,
      role: 'secondary',
      isSortable: true,
      cell: ({ word_count: words }) => words.toLocaleString('en-US'),
    },
    {
      key: 'published_at',
      title: 'Publication',
      width: 140,
      isSortable: true,
      cell: ({ published_at: at }) => at && <DateText value={at} />,
    },
    changedColumn,
  ],
  empty: 'Articles bring readers from search engines to your courses.',
})

const DEFAULTS = {
  title: '',
  text: '',
  is_published: false,
  published_at: '',
  article_category_id: null as number | null,
  author_ids: [] as number[],
  tag_ids: [] as number[],
  ...SEARCH_DEFAULTS,
}

/** When readers see the article; without a time it stays a draft (CNT-026). */
function Publishing({ publishedAt, isOn }: { publishedAt: string; isOn: boolean }) {
  const zone = useSession().portal.setting.time_zone
  const isMissing = publishedAt === ''
  return (
    <FormSection title="Publication" text="Choose a past time to publish now, or a future time to schedule it.">
      <ZonedMomentField
        name="published_at"
        label="Publication time"
        description={`In the time zone ${zone}.`}
        zone={zone}
      />
      <SwitchField
        name="is_published"
        label="Publish at this time"
        description={
          isMissing
            ? 'Choose a publication time first.'
            : isOn
              ? 'Readers see it from then on.'
              : 'A draft, for editors only.'
        }
        {...(isMissing && !isOn && { disabled: true })}
      />
    </FormSection>
  )
}

/** The article as readers see it; in a preview while they do not. */
function Reading({ slug, state }: Pick<Article, 'slug' | 'state'>) {
  if (!hasBlog(useSession())) return null
  const href = `/knowledge/${encodeURIComponent(slug)}`
  return state === 'published' ? (
    <LinkButton variant="outline" icon={IconExternalLink} href={href}>
      Public page
    </LinkButton>
  ) : (
    <LinkButton variant="outline" icon={IconEye} href={`${href}?preview=1`}>
      Preview
    </LinkButton>
  )
}

/** An article of the blog (CNT-024 to CNT-026, CNT-028). */
export const articleForm: ContentForm<Article, typeof DEFAULTS> = {
  kind: articles,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  read: ({ is_draft: isDraft }) => ({ is_published: !isDraft }),
  write: ({ is_published: isPublished, ...payload }) => ({
    ...payload,
    ...(isPublished !== undefined && { is_draft: !isPublished }),
  }),
  badge: (article) => <State {...article} />,
  actions: (article) => <Reading {...article} />,
  pictures: [
    {
      name: 'image',
      label: 'Card picture',
      text: 'In the list of articles; without one we use the cover.',
      rule: { types: ['img'] },
    },
    { name: 'cover', label: 'Cover', text: 'Above the text, 16 to 9.', rule: { types: ['img'] } },
    SHARE_PICTURE,
  ],
  fields: ({ values }) => (
    <>
      <FormSection title="Article" text="The summary stands under the title and in search engines.">
        <TitleField />
        <Wide>
          <TextAreaField name="meta_description" label="Summary" maxLength={500} />
        </Wide>
        <Wide>
          <RichTextField name="text" label="Text" minRows={14} pictures={sitePictures} />
        </Wide>
      </FormSection>
      <Publishing publishedAt={values.published_at} isOn={values.is_published} />
      <FormSection title="Authors and subjects" text="Readers see who wrote it, and find it by its category.">
        <Wide>
          <ContentMultiSelect list="authors" name="author_ids" label="Authors" description="In this order." />
        </Wide>
        <ContentSelect
          list="article-categories"
          name="article_category_id"
          label="Category"
          placeholder="No category"
        />
        <ContentMultiSelect list="tags" name="tag_ids" label="Tags" />
      </FormSection>
      <SearchSection hasSummary={false} />
      <ArticleChecks words={values} />
    </>
  ),
  maySave: async (values, article, api) =>
    !values.is_published || article?.is_draft === false || mayPublish(api, values),
}
