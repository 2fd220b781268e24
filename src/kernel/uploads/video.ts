/** A video at one of the two known hosts (INT-015); `hash` opens an unlisted Vimeo video. */
export interface VideoLink {
  provider: 'youtube' | 'vimeo'
  id: string
  hash: string | null
}

const YOUTUBE_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]

function youtubeId(url: URL): string | undefined {
  if (url.hostname === 'youtu.be') return url.pathname.slice(1)
  if (url.pathname === '/watch') return url.searchParams.get('v') ?? undefined
  return /^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(url.pathname)?.[1]
}

function vimeoParts(url: URL): RegExpExecArray | null {
  return url.hostname === 'player.vimeo.com'
    ? /^\/video\/(\d+)\/?$/.exec(url.pathname)
    : /^\/(\d+)(?:\/([\da-f]+))?\/?$/i.exec(url.pathname)
}

/** Reads provider and id from a link, or null for every other host and form (VAL-028). */
export function parseVideoLink(link: string): VideoLink | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null
  if (url.hostname === 'youtu.be' || YOUTUBE_HOSTS.includes(url.hostname)) {
    const id = youtubeId(url)
    return id && /^[\w-]{11}$/.test(id) ? { provider: 'youtube', id, hash: null } : null
  }
  if (!['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'].includes(url.hostname)) return null
  const [, id, hash = url.searchParams.get('h')] = vimeoParts(url) ?? []
  if (!id || (hash && !/^[\da-f]+$/i.test(hash))) return null
  return { provider: 'vimeo', id, hash: hash || null }
}

/** The address to embed, built from its parts: the page uses nothing else of the entered link. */
export function videoEmbedUrl({ provider, id, hash }: VideoLink): string {
  if (provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${id}`
  return `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`
}

/** The address of the video's own page, which people share; made from the parts like the address to embed. */
export function videoPageUrl({ provider, id, hash }: VideoLink): string {
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  return `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
}
