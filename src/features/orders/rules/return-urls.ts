const isOwn = (address: string, hosts: readonly string[]): URL | null => {
  if (!URL.canParse(address) || address.length > 2000) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && !url.username && !url.password && hosts.includes(url.host) ? url : null
}

type ReturnUrls = {
  success_url: string
  cancel_url: string
  /** The success page of what is bought: course, bundle or subscription. */
  success_kind: string
  /** The portal's own hosts, with their ports. */
  hosts: readonly string[]
}

/** The fields whose address does not lead back to this portal, or not to the success page of what is bought (CRT-028). */
export const foreignUrls = ({
  success_url,
  cancel_url,
  success_kind,
  hosts,
}: ReturnUrls): ('success_url' | 'cancel_url')[] => {
  const success = isOwn(success_url, hosts)
  return [
    ...(success?.pathname === `/orders/success/${success_kind}` ? [] : (['success_url'] as const)),
    ...(isOwn(cancel_url, hosts) ? [] : (['cancel_url'] as const)),
  ]
}
