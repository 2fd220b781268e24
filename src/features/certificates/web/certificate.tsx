import { createFileRoute, redirect } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { verifyCertificate } from '../contract.ts'
import { readCertificateNumber } from '../rules/number.ts'
import { VerifiedScreen } from './screens/verified.tsx'
import { UnknownCertificateScreen } from './screens/verify.tsx'

/** The public verification page of a certificate, to which the code on its PDF leads (CER-025). */
export const Route = createFileRoute('/_site/_open/certificates/$number')({
  loader: async ({ context, params }) => {
    const number = readCertificateNumber(params.number)
    if (number && number !== params.number)
      throw redirect({ to: '/certificates/$number', params: { number }, replace: true })
    return orNotFound(context.api.call(verifyCertificate, { params }), true)
  },
  // Anyone who has the number may look; search engines do not learn about certificates.
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Certificate' }),
  // What is no number is never issued, and what somebody typed may hold what no header can.
  headers: ({ params }) => {
    const number = readCertificateNumber(params.number)
    return number ? { 'x-page-tags': `certificate:${number}` } : undefined
  },
  component: Verified,
  notFoundComponent: Unknown,
})

function Verified() {
  return <VerifiedScreen certificate={Route.useLoaderData().data} />
}

function Unknown() {
  return <UnknownCertificateScreen typed={Route.useParams().number} />
}
