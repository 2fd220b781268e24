import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { liteOffer, liteOfferScript } from '#features/lite/rules/offer.ts'
import type { PagePortal, PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { isPageOpen } from '#kernel/product/portal-pages.ts'
import { whenOnline } from '#ui/calls/when-online.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { earlyClickScript } from '#ui/page/early-clicks.ts'
import { later } from '#ui/page/later.tsx'
import { OPT_IN_ATTRIBUTE } from '#ui/page/opt-in.ts'
import { CONSENT_HASH } from '#ui/public/site/consent-link.tsx'
import { htmlProps, ThemeHead } from '#ui/theme/head.tsx'
import { LiveProvider } from './layouts/live-provider.tsx'
import '#ui/theme/font.css'
import '#ui/theme/tokens.css'
import '#ui/theme/base.css'
import type { Queries } from './queries.ts'

export type RouterContext = {
  api: Api
  queryClient: Queries
  session: PageSession
  /** On the server the id of the request. */
  reference?: string | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match, matches }) => {
    const { portal } = match.context.session
    const isMissing = matches.some((each) => each.status === 'notFound')
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, maximum-scale=5' },
        { name: 'format-detection', content: 'telephone=no' },
        { title: isMissing ? `This page could not be found – ${portal.name}` : portal.name },
        // Until a page says otherwise: what is behind sign-in, and errors (SEO-022).
        { name: 'robots', content: 'noindex' },
      ],
      links: [{ rel: 'icon', href: portal.setting.favicon ?? '/icon.svg' }],
    }
  },
  component: Document,
})

const RoleWatch = later(
  () => import('#features/sessions/web/components/role-watch.tsx').then((file) => file.RoleWatch),
  {
    isRare: true,
  },
)
const Outlets = lazy(() =>
  whenOnline(() => import('#ui/public/site/outlets.tsx').then((file) => ({ default: file.Outlets }))),
)

/** Toasts and confirmations: nothing that the first view of a page needs. */
function Overlays() {
  if (!useHydrated()) return null
  return (
    <Suspense fallback={null}>
      <Outlets />
    </Suspense>
  )
}

/**
 * A page can be read without a script, but it has to say what does not work, or the cart seems to load forever.
 * "Privacy choices" links here as well: services that need consent are scripts, so without scripts there is nothing to
 * choose.
 */
const noScript = (portal: PagePortal): string => {
  const policy = isPageOpen(portal, '/privacy-statement')
    ? ' What we keep is in our <a href="/privacy-statement#cookies">Privacy Policy</a>.'
    : ''
  const lite = isPageOpen(portal, '/courses')
    ? 'Learners can sign in and take courses without it in the <a href="/lite">lite version</a>.'
    : 'Please switch it on in your browser.'
  return `<p class="no-script">Buying and most other parts need JavaScript. ${lite}</p><p class="no-script" id="${CONSENT_HASH.slice(1)}">Your privacy choices: without JavaScript this site loads no service that would need your consent.${policy}</p>`
}

function Document() {
  const { session } = Route.useRouteContext()
  const { options, state } = useRouter()
  const nonce = options.ssr?.nonce
  return (
    <html {...htmlProps(session.theme)} {...(session.portal.setting.is_consent_opt_in && { [OPT_IN_ATTRIBUTE]: '' })}>
      <head>
        <ThemeHead theme={session.theme} {...(nonce && { nonce })} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text, which runs before anything of this file does
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyClickScript : '' }}
        />
        <HeadContent />
      </head>
      <body>
        <noscript
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text, which nobody with a script needs to load
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? noScript(session.portal) : '' }}
        />
        <LiveProvider>
          <Outlet />
        </LiveProvider>
        <Overlays />
        {session.viewer && <RoleWatch />}
        <div
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own words and the address of the page
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? liteOffer(state.location.pathname) : '' }}
        />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text, which waits for scripts that do not arrive
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? liteOfferScript : '' }}
        />
        <Scripts />
      </body>
    </html>
  )
}
