export type { StoreArticle } from './articles.ts'
export { ArticleCards } from './components/article-cards.tsx'
