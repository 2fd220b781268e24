import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AddressLines } from '#features/addresses/web/public.ts'
import { ServiceError } from '#features/integrations/web/public.ts'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import record from '#ui/app/form/record.module.css'
import { DataList } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { cancelShipment, listShipments, updateShipment } from '../../contract.ts'
import { AddressFields, addressOf, formOf, NO_ADDRESS } from '../components/address-fields.tsx'
import { shippingQueries } from '../queries.ts'
import { badgeOf, isMoving, OPTION_WORDS, type Shipment } from '../words.ts'

const ASK_AGAIN_MS = 3000

/** One shipment: its contents, recipient, status and label, and the possible actions (SHP-007). */
export function ShipmentScreen({ id }: { id: number }) {
  const session = useSession()
  const client = useQueryClient()
  const query = shippingQueries(useApi()).one(id)
  const { data } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.data) ? ASK_AGAIN_MS : false),
  })
  const shipment = data.data
  const changed = () => {
    void client.invalidateQueries({ queryKey: query.queryKey })
    void client.invalidateQueries({ queryKey: [listShipments.path] })
  }
  const canCancel =
    can(session, 'shipments.delete') &&
    !shipment.is_cancelled &&
    !shipment.is_being_cancelled &&
    !shipment.is_handed_over
  const isStuck = !shipment.is_cancelled && (shipment.is_waiting_for_address || shipment.status === 'FAILED')
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Shipments', href: '/shipments' }, { label: `Shipment ${id}` }]}
        title={`Shipment ${id}`}
        badge={<StatusBadge {...badgeOf(shipment)} />}
        text={`To ${shipment.user.name}`}
        actions={
          <div className={record.actions}>
            {shipment.label_file && (
              <LinkButton variant="outline" icon={IconDownload} href={shipment.label_file} download="">
                Label (PDF)
              </LinkButton>
            )}
            {canCancel && <CancelButton id={id} onDone={changed} />}
          </div>
        }
      />
      <Notice shipment={shipment} />
      <div className={record.columns}>
        <Card>
          <h2 className={record.title}>Contents</h2>
          <ul className={record.items}>
            {shipment.items.map(({ title, quantity }) => (
              <li key={title}>
                {quantity} × {title}
              </li>
            ))}
          </ul>
        </Card>
        <Card>
          <h2 className={record.title}>Details</h2>
          <DataList items={detailsOf(shipment)} />
        </Card>
      </div>
      {isStuck && can(session, 'shipments.update') && <AddressForm shipment={shipment} onSaved={changed} />}
    </>
  )
}

function CancelButton({ id, onDone }: { id: number; onDone: () => void }) {
  const cancel = useCall(cancelShipment, { onSettled: onDone, onError: (error) => void toast.error(error) })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Cancel this shipment?',
      text: 'Its label can no longer be used, and the order will not be shipped.',
      yes: 'Cancel the shipment',
      no: 'Keep it',
      isDanger: true,
    })
    if (isSure) cancel.mutate({ params: { id } })
  }
  return (
    <Button variant="danger-outline" isLoading={cancel.isPending} onClick={() => void ask()}>
      Cancel the shipment
    </Button>
  )
}

/** What somebody should know or do about a shipment that does not go its way. */
function Notice({ shipment }: { shipment: Shipment }) {
  if (shipment.is_cancelled) return null
  const notice = shipment.is_waiting_for_address
    ? {
        title: 'This shipment waits for an address',
        text: 'Neither the order nor the buyer’s profile has an address.',
      }
    : shipment.error
      ? {
          title: shipment.status === 'FAILED' ? 'This shipment could not be sent' : 'This did not work yet',
          text: shipment.error,
        }
      : null
  if (!notice) return null
  return (
    <div className={record.notice}>
      <Alert tone={shipment.status === 'FAILED' ? 'danger' : 'warning'} title={notice.title}>
        <ServiceError text={notice.text} />
      </Alert>
    </div>
  )
}

function AddressForm({ shipment, onSaved }: { shipment: Shipment; onSaved: () => void }) {
  const api = useApi()
  return (
    <div className={record.form}>
      <DetailForm
        defaults={{ address: NO_ADDRESS }}
        record={useMemo(() => ({ address: formOf(shipment.address), ...versioned(shipment) }), [shipment])}
        sendsUnchanged
        saveLabel="Send it"
        savedText="The shipment is on its way to the carrier."
        save={(_, { address }, options) =>
          api.call(updateShipment, { params: { id: shipment.id }, body: { address: addressOf(address) } }, options)
        }
        onSaved={onSaved}
      >
        <FormSection title="Where it goes" text="Check the address, and send the shipment to it.">
          <AddressFields />
        </FormSection>
      </DetailForm>
    </div>
  )
}

const detailsOf = (shipment: Shipment) => {
  const { address, order_id: orderId, order_number: number, tracking_number: tracking, tracking_url: url } = shipment
  return [
    {
      label: 'Recipient',
      value: [shipment.user.name, shipment.user.email ?? shipment.user.badge_number].filter(Boolean).join(', '),
    },
    ...(address
      ? [
          {
            label: 'Address',
            value: <AddressLines address={address} />,
          },
        ]
      : []),
    { label: 'Option', value: OPTION_WORDS[shipment.option] },
    ...(shipment.carrier ? [{ label: 'Carrier', value: shipment.carrier }] : []),
    ...(shipment.carrier_text ? [{ label: 'Carrier says', value: shipment.carrier_text }] : []),
    ...(tracking ? [{ label: 'Tracking number', value: url ? <a href={url}>{tracking}</a> : tracking }] : []),
    ...(orderId ? [{ label: 'Order', value: number }] : []),
    { label: 'Created', value: <TimeText value={shipment.created_at} /> },
  ]
}
