/** A browser as far as a provider needs one: it keeps cookies, follows redirects and sends forms. */
export const browserAtProvider = (isHome: (address: URL) => boolean) => {
  const cookies = new Map<string, string>()
  const ask = async (address: URL, form?: Record<string, string>) => {
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  /** Follows redirects to the first page that is none, or to the address back home, which is not opened. */
  const go = async (
    address: URL,
    form?: Record<string, string>,
  ): Promise<{ home: URL } | { page: string; at: URL }> => {
    if (isHome(address)) return { home: address }
    const answer = await ask(address, form)
    const next = answer.headers.get('location')
    if (next) return go(new URL(next, address))
    return { page: await answer.text(), at: address }
  }
  /** Signs in as somebody and agrees; answers where the browser is sent back to. */
  const signIn = async (address: string, login: string): Promise<URL> => {
    let place = await go(new URL(address))
    for (const form of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
      if ('home' in place) return place.home
      place = await go(place.at, form as unknown as Record<string, string>)
    }
    if ('home' in place) return place.home
    throw new Error(`The provider stays at ${place.at}: ${place.page.slice(0, 500)}`)
  }
  /** Signs out at the provider itself, as somebody who opens its page and agrees. */
  const signOut = async (issuer: string): Promise<void> => {
    const place = await go(new URL('/session/end', issuer))
    if ('home' in place) return
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(place.page)?.[1] ?? ''
    await ask(new URL('/session/end/confirm', issuer), { xsrf, logout: 'yes' })
  }
  /** What one address answers: its page, or where it leads. */
  const open = async (address: URL, form?: Record<string, string>, what: 'page' | 'location' = 'page') => {
    const answer = await ask(address, form)
    return what === 'page' ? answer.text() : (answer.headers.get('location') ?? '')
  }
  return { signIn, signOut, open, go: (address: string) => go(new URL(address)) }
}
