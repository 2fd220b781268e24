import { useApi } from '#ui/calls/api.tsx'
import { makeRecoveryCodes, removeApp, removePasskey, renamePasskey } from '../../contract.ts'
import type { Opened, Standing } from '../standing.ts'
import { makePasskey } from '../use-passkey.ts'
import { AppDialog } from './app-dialog.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'

const deviceName = () => (/Android|iPhone|iPad/.test(navigator.userAgent) ? 'My phone' : 'My computer')

type FactorDialogProps = {
  opened: Opened
  standing: Standing
  take: (next: Standing & { recovery_codes?: string[] | null }, text: string) => void
  close: () => void
}

/** The dialogs of second factors; loaded when one is opened. */
export function FactorDialog({ opened, standing, take, close }: FactorDialogProps) {
  const api = useApi()
  const shared = { needsProof: standing.needs_proof, takesPassword: standing.takes_password, onClose: close }
  switch (opened.kind) {
    case 'codes':
      return <CodesDialog codes={opened.codes} onClose={close} />
    case 'app':
      return <AppDialog {...shared} onDone={(next) => take(next, 'Your authenticator app is on.')} />
    case 'remove_app':
      return (
        <ProofDialog
          {...shared}
          title="Turn off the authenticator app?"
          text="Its codes stop working. You can set it up again at any time."
          yes="Turn off"
          isDanger
          run={async ({ proof }) =>
            take((await api.call(removeApp, { body: { proof } })).data, 'Your authenticator app is off.')
          }
        />
      )
    case 'add_passkey':
      return (
        <ProofDialog
          {...shared}
          title="Add a passkey"
          text="Your browser asks you next where to keep the passkey."
          yes="Continue"
          named={{ label: 'Name of the passkey', value: deviceName() }}
          run={async (entered) => take(await makePasskey(api, entered), 'Your passkey is added.')}
        />
      )
    case 'rename_passkey':
      return (
        <ProofDialog
          {...shared}
          needsProof={false}
          title="Rename the passkey"
          yes="Save"
          named={{ label: 'Name of the passkey', value: opened.passkey.name }}
          run={async ({ name }) => {
            const { data } = await api.call(renamePasskey, { params: { id: opened.passkey.id }, body: { name } })
            take(data, 'The passkey is renamed.')
          }}
        />
      )
    case 'remove_passkey':
      return (
        <ProofDialog
          {...shared}
          title={`Remove ${opened.passkey.name}?`}
          text="You can no longer sign in with this passkey. Remove it on your device as well."
          yes="Remove"
          isDanger
          run={async ({ proof }) => {
            const { data } = await api.call(removePasskey, { params: { id: opened.passkey.id }, body: { proof } })
            take(data, 'The passkey is removed.')
          }}
        />
      )
    case 'new_codes':
      return (
        <ProofDialog
          {...shared}
          title="Make new recovery codes?"
          text="Your former codes stop working."
          yes="Make new codes"
          run={async ({ proof }) =>
            take((await api.call(makeRecoveryCodes, { body: { proof } })).data, 'You have new recovery codes.')
          }
        />
      )
  }
}
