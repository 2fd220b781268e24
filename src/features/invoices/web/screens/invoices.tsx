import { ProfileFrame } from '#features/accounts/web/public.ts'
import { PersonFrame } from '#features/users/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { InvoiceList } from '../components/invoice-list.tsx'

/** The own invoices (ORD-015). */
export function InvoicesScreen() {
  return (
    <ProfileFrame title="Profile">
      <InvoiceList empty="The invoices of your paid orders will be listed here." opensOrders />
    </ProfileFrame>
  )
}

/** The invoices of somebody, for those who look after the people of the portal (ORD-015, USR-010). */
export function UserInvoicesScreen({ id, name }: { id: number; name: string }) {
  const opensOrders = can(useSession(), 'payments.view')
  return (
    <PersonFrame id={id}>
      <InvoiceList
        userId={id}
        empty={`The invoice of each order that ${name} pays appears here.`}
        opensOrders={opensOrders}
      />
    </PersonFrame>
  )
}
