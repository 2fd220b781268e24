// The same page without the product: HTML rendered by React from plain elements, the same statements through bare pg, the
// same compression, served by a bare Fastify.
import type { FastifyInstance } from 'fastify'
import { ElementType, parseDocument } from 'htmlparser2'
import type pg from 'pg'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { SentStatement } from '#platform/db/batch.ts'
import { compress } from '#platform/pages/page-cache.ts'
import { replayOf } from './database.ts'

type Make = () => ReactNode
type HtmlNode = ReturnType<typeof parseDocument>['children'][number]
type HtmlElement = Extract<HtmlNode, { attribs: object }>

const styleOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((declaration) => {
      const [name = '', ...value] = declaration.split(':')
      const key = name.startsWith('--')
        ? name
        : name.trim().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return key ? [[key, value.join(':').trim()]] : []
    }),
  )

// React accepts attribute names as HTML spells them.
const propsOf = ({ attribs: { style, ...rest } }: HtmlElement) => (style ? { ...rest, style: styleOf(style) } : rest)

const makerOf = (node: HtmlNode): Make => {
  if (node.type === ElementType.Text) return () => node.data
  if (!('attribs' in node)) return () => null
  const props = propsOf(node)
  if (node.name === 'script' || node.name === 'style') {
    const __html = node.children.map((child) => (child.type === ElementType.Text ? child.data : '')).join('')
    return () => createElement(node.name, { ...props, dangerouslySetInnerHTML: { __html } })
  }
  const children = node.children.map(makerOf)
  return () => createElement(node.name, { ...props }, ...children.map((make) => make()))
}

/** A page's HTML as plain React elements, created again at each call. */
export const elementsOf = (html: string): Make => {
  const top = parseDocument(html).children.find((node) => 'attribs' in node && node.name === 'html')
  if (!top) throw new Error('Not a page')
  return makerOf(top)
}

export type BarePage = { path: string; html: string; portal_id: number; statements: readonly SentStatement[] }

/** Serves pages at their paths from their HTML and their statements, on its own connection. */
export const serveBarePages = (http: FastifyInstance, client: pg.Client, pages: readonly BarePage[]): void => {
  for (const { path, html, portal_id, statements } of pages) {
    const elements = elementsOf(html)
    const read = statements.length > 0 ? replayOf(client, portal_id, statements) : async () => {}
    http.get(path, async (_request, reply) => {
      await read()
      const bytes = compress.br(Buffer.from(`<!DOCTYPE html>${renderToString(elements())}`))
      return reply.header('content-encoding', 'br').type('text/html; charset=utf-8').send(bytes)
    })
  }
}
