/** What other slices, and the management screens, may call of the blog. */
export { createArticle, createArticleCategory, updateArticle } from './actions/save-article.ts'
export { articlePages } from './pages.ts'
