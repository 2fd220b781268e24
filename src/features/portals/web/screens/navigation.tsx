import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { HistoryButton } from '#features/site-history/web/public.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { showNavigation, updateNavigation } from '../../contract-navigation.ts'
import { navigationHistory } from '../components/navigation-history.tsx'
import { isWhole, type NavigationLinks, NavigationList, wholeLinks } from '../components/navigation-list.tsx'

const DEFAULTS = { groups: [] as NavigationLinks }

/** The links of the portal's public pages, sorted and worded by its editors (PRT-117). */
export function NavigationScreen() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const query = api.query(showNavigation)
  const { data } = useSuspenseQuery(query).data
  const isReadOnly = !can(session, 'site-content.update')
  return (
    <DetailForm<typeof DEFAULTS>
      title="Navigation"
      text="The links that visitors find at the foot of every page of your site."
      actions={
        <HistoryButton
          view={navigationHistory}
          id={0}
          title="Navigation"
          onRestored={() => client.invalidateQueries({ queryKey: query.queryKey })}
        />
      }
      keepAs="/portal/navigation"
      defaults={DEFAULTS}
      record={{ groups: data.groups, ...versioned(data) }}
      isReadOnly={isReadOnly}
      maySave={async ({ groups }) => {
        if (isWhole(groups)) return true
        toast.error('Give every link a label and an address.')
        return false
      }}
      save={(_, { groups }, options) => api.call(updateNavigation, { body: { groups: wholeLinks(groups) } }, options)}
      onSaved={() => void client.invalidateQueries({ queryKey: query.queryKey })}
      labels={{ groups: 'Links' }}
      words={{ groups: (links) => links.map(({ button_name: name }) => name).join(', ') || 'No links' }}
    >
      {({ form, values }) => (
        <FormSection
          title="Links"
          text="In the order in which they stand there. An address is a page of this portal, such as faq."
        >
          <Wide>
            <NavigationList
              links={values.groups}
              errors={form.errors}
              isReadOnly={isReadOnly}
              onChange={(groups) => form.setValues({ groups })}
            />
          </Wide>
        </FormSection>
      )}
    </DetailForm>
  )
}
