import type { Api } from '#kernel/client.ts'
import { impersonate as endpoint } from '../contract.ts'

/**
 * Starts working as another person and reloads at their landing page, so that nothing of the own session stays in
 * memory (AUT-021).
 */
export const impersonate = async (api: Api, userId: number): Promise<void> => {
  const { data } = await api.call(endpoint, { params: { id: userId } })
  location.assign(data.landing_path)
}
