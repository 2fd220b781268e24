import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { readCertificateNumber } from '../rules/number.ts'
import { VerifyScreen } from './screens/verify.tsx'

/** Asks for the number of a certificate (CER-025); the form works without scripts as well. */
export const Route = createFileRoute('/_site/_open/certificates/verify')({
  validateSearch: (search: Record<string, unknown>): { number?: string } =>
    search.number === undefined ? {} : { number: String(search.number).slice(0, 100) },
  beforeLoad: ({ search }) => {
    const number = readCertificateNumber(search.number ?? '')
    if (number) throw redirect({ to: '/certificates/$number', params: { number } })
  },
  head: ({ match }) =>
    pageHead(match.context.session.portal, {
      title: 'Verify a certificate',
      description: `Check that a certificate of ${match.context.session.portal.name} is genuine and still valid.`,
      path: '/certificates/verify',
    }),
  component: Verify,
})

function Verify() {
  return <VerifyScreen typed={Route.useSearch().number} />
}
