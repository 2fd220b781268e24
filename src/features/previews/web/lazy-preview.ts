import { type Api, apiOf } from '#kernel/client.ts'

const made = new WeakMap<Api, Map<string, Api>>()

/** A preview that is loaded with its first call: learners never need it. */
const lazyPreview = (api: Api, slug: string): Api => {
  let loading: Promise<Api> | undefined
  const load = () => {
    loading ??= import('./preview-api.ts').then(({ makePreview }) => makePreview(api, slug))
    return loading
  }
  const call = async (...args: Parameters<Api['call']>) => (await load()).call(...args)
  return apiOf(call as Api['call'])
}

/** The client of the preview of a course, the same one for the life of the page; on the server for one request. */
export const previewApi = (api: Api, slug: string): Api => {
  const ofApi = made.get(api) ?? new Map<string, Api>()
  made.set(api, ofApi)
  const preview = ofApi.get(slug) ?? lazyPreview(api, slug)
  ofApi.set(slug, preview)
  return preview
}
