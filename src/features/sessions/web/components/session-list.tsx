import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { endOneSession, endOtherSessions, listSessions } from '../../contract-list.ts'

type Session = Wire<typeof listSessions>['data'][number]

/** Where the own account is signed in, with signing out there (AUT-071, AUT-072). */
export function SessionList() {
  const api = useApi()
  const client = useQueryClient()
  const query = api.query(listSessions)
  const { data, error } = useQuery(query)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const handlers = (text: string) => ({
    onSuccess: async () => {
      await refresh()
      toast.success(text)
    },
    // It may have ended meanwhile: the list then shows what is left.
    onError: (failure: Error) => {
      void refresh()
      void toast.error(failure)
    },
  })
  const endOne = useCall(endOneSession, handlers('The session is signed out.'))
  const endOthers = useCall(endOtherSessions, handlers('You are signed out everywhere else.'))
  const askForOthers = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere else?',
      text: 'All your other sessions end at once. You stay signed in here.',
      yes: 'Sign out',
      isDanger: true,
    })
    if (isSure) endOthers.mutate({})
  }
  const sessions = data?.data ?? []
  return (
    <FormSection
      title="Where you are signed in"
      text="In one site you are signed in on one device at a time: signing in on another one ends the session here. Programs that use your API tokens are listed in your settings."
    >
      <Wide>
        {error && <Alert tone="danger">Your sessions could not be loaded. Please reload the page.</Alert>}
        {!data && !error && <LoadingNote text="Loading your sessions" />}
        {data && (
          <Rows isInset label="Sessions">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={endOne.isPending}
                onEnd={() => endOne.mutate({ params: { id: session.id } })}
              />
            ))}
          </Rows>
        )}
        {sessions.length > 1 && (
          <Button
            variant="danger-outline"
            style={{ marginTop: 12 }}
            isLoading={endOthers.isPending}
            onClick={() => void askForOthers()}
          >
            Sign out everywhere else
          </Button>
        )}
      </Wide>
    </FormSection>
  )
}

type SessionRowProps = { session: Session; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  return (
    <Row
      title={
        <>
          <strong>{session.device}</strong> {session.is_current && <Badge tone="success">This session</Badge>}{' '}
          {session.is_impersonation && <Badge tone="warning">Support works as you</Badge>}
        </>
      }
      note={
        <>
          {session.portal_name}
          {session.address && `, network address ${session.address}`}. Signed in <TimeText value={session.created_at} />
          , last used <TimeText value={session.last_seen_at} />.
        </>
      }
    >
      {!session.is_current && (
        <Button
          size="sm"
          variant="outline"
          disabled={isBusy}
          aria-label={`Sign out ${session.device} at ${session.portal_name}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </Row>
  )
}
