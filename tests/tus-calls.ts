import { expect } from 'vitest'
import { TUS_BASE } from './processes/tus-server.ts'

export type TusHeaders = Record<string, string>
export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const named = (name: string): TusHeaders => ({ 'upload-metadata': `filename ${base64(name)}` })
export const PATCH_TYPE = { 'content-type': 'application/offset+octet-stream' }

/** The calls of the protocol one by one, as the owner "ann" unless a header says otherwise. */
export const tusCalls = (endpoint: () => string) => {
  const call = (method: string, url: string, headers: TusHeaders = {}, body?: string) =>
    fetch(new URL(url, endpoint()), {
      method,
      headers: { 'tus-resumable': '1.0.0', 'x-owner': 'ann', ...headers },
      body,
    })
  const create = async (headers: TusHeaders): Promise<string> => {
    const response = await call('POST', TUS_BASE, headers)
    expect([response.status, await response.text()]).toEqual([201, ''])
    return response.headers.get('location') ?? ''
  }
  const patch = (url: string, offset: number, body: string, headers: TusHeaders = {}) =>
    call('PATCH', url, { ...PATCH_TYPE, 'upload-offset': String(offset), ...headers }, body)
  /** A complete part with this content. */
  const part = async (content: string, headers: TusHeaders = {}): Promise<string> => {
    const url = await create({ 'upload-concat': 'partial', 'upload-length': String(content.length), ...headers })
    if (content) expect((await patch(url, 0, content, headers)).status).toBe(204)
    return url
  }
  const join = (urls: string[], headers: TusHeaders = named('course.zip')) =>
    call('POST', TUS_BASE, { 'upload-concat': `final;${urls.join(' ')}`, ...headers })
  return { call, create, patch, part, join, idOf: (url: string) => url.slice(TUS_BASE.length + 1) }
}
