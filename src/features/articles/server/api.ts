/** What other slices may call of the blog. */
export { createArticle, createArticleCategory, updateArticle } from './lists.ts'
export { articlePages } from './pages.ts'
