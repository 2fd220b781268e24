import {
  addressesIn,
  type CheckedText,
  emptyLinkWarnings,
  headingWarnings,
  isOwnAddress,
  lengthWarning,
  type OwnLink,
  RECOMMENDED,
  undescribedPictures,
  type Warning,
} from '#kernel/checks/text-checks.ts'

export type ArticleWords = { title: string; meta_title: string; meta_description: string; text: string }

const BLOCK = 'text'
const textOf = ({ text }: Pick<ArticleWords, 'text'>): CheckedText => ({ block: BLOCK, html: text })

const titleWarnings = ({ title, meta_title: metaTitle }: ArticleWords): Warning[] => {
  if (metaTitle.trim()) return lengthWarning('The title in search engines', metaTitle, RECOMMENDED.meta_title)
  return lengthWarning('The title', title, RECOMMENDED.meta_title).map((warning) => ({
    ...warning,
    text: `${warning.text} Add a shorter title in search engines.`,
  }))
}

const summaryWarnings = ({ meta_description: summary }: ArticleWords): Warning[] =>
  summary.trim()
    ? lengthWarning('The summary', summary, RECOMMENDED.meta_description)
    : [
        {
          code: 'length',
          block: null,
          text: 'There is no summary. Search engines show the first words of the text instead.',
        },
      ]

/** What is to be said of an article before it is published; its dead links are asked of the server (SEO-033). */
export const articleWarnings = (article: ArticleWords): Warning[] => [
  // The title of the article is its main heading.
  ...headingWarnings([textOf(article)], 1),
  ...undescribedPictures(textOf(article)),
  ...emptyLinkWarnings(textOf(article)),
  ...titleWarnings(article),
  ...summaryWarnings(article),
]

/** The addresses of this portal that the text leads to or shows. */
export const articleLinks = ({ text }: Pick<ArticleWords, 'text'>): OwnLink[] =>
  [...new Set(addressesIn(text))].filter(isOwnAddress).map((address) => ({ block: BLOCK, address }))
