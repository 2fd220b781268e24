import { openPerson } from './open-person.ts'

type Loading = { context: Parameters<typeof openPerson>[0]; params: { slug: string } }
type Heading = {
  loaderData?: { name: string } | undefined
  match: { context: { session: { portal: { name: string } } } }
}

/** The loader and title of a screen about somebody; `read` loads what stands on it, and a list that cannot be read says so itself. */
export const personRoute = (
  what: string,
  read: (context: Loading['context'], id: number, search: Record<string, unknown>) => Promise<unknown> = async () =>
    null,
  { open = openPerson }: { open?: typeof openPerson } = {},
) => ({
  loader: async ({ context, params, location }: Loading & { location: { search: object } }) => {
    const { id, display_name: name } = await open(context, params.slug)
    await read(context, id, location.search as Record<string, unknown>).catch(() => null)
    return { id, name }
  },
  head: ({ loaderData, match }: Heading) => ({
    meta: [{ title: `${what} of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
})
