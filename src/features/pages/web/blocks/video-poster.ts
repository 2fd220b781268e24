import { type VideoLink, videoEmbedUrl } from '#kernel/uploads/video.ts'

const HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Shown in a video's frame until somebody starts it, so that the video's host learns nothing about people who only read
 * the page (UIX-031). It is a separate document whose one link opens the player in the same frame, so that it needs no
 * script.
 */
export const videoPoster = (link: VideoLink, title: string): string => {
  const player = videoEmbedUrl(link)
  const started = `${player}${player.includes('?') ? '&' : '?'}autoplay=1`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
*{box-sizing:border-box}body{margin:0;font:16px/1.4 system-ui,sans-serif;color:#fff;background:#14181f}
a{display:grid;gap:12px;place-content:center;justify-items:center;height:100vh;padding:16px;color:inherit;text-align:center;text-decoration:none}
a:focus-visible{outline:3px solid #fff;outline-offset:-6px;border-radius:12px}
svg{width:64px;height:64px}a:hover svg{opacity:.85}small{color:#c3cad6;font-size:14px}
</style><a href="${escapeHtml(started)}"><svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="31" fill="#fff" fill-opacity=".14" stroke="#fff" stroke-width="2"/><path d="M26 21v22l18-11z" fill="#fff"/></svg><strong>Play: ${escapeHtml(title)}</strong><small>Plays from ${HOSTS[link.provider]}, which then learns that you watch it.</small></a></html>`
}
