import type { Wire } from '#kernel/endpoint.ts'
import type { listArticleCategories, listArticles, showArticle } from '../contract.ts'

export type ArticlePage = Wire<typeof listArticles>
export type StoreArticle = ArticlePage['data'][number]
export type StoreArticleDetails = Wire<typeof showArticle>['data']
export type ArticleCategory = Wire<typeof listArticleCategories>['data'][number]
