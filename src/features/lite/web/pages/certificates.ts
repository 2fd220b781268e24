import { type listCertificates, listUserCertificates } from '#features/certificates/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format/size.ts'
import { type Html, html } from '../html.ts'
import type { LiteHandler, LiteRequest } from '../lite-request.ts'
import { dayText } from '../parts.ts'

type Certificate = Wire<typeof listCertificates>['data'][number]

/** One certificate with the link to its PDF (LIT-015). */
const card = (at: LiteRequest, certificate: Certificate): Html => {
  const { status, expires_at, time_zone: zone, file } = certificate
  const size = file.size === null ? '' : ` (${formatFileSize(file.size)})`
  return html`<li class="card"><h3>${certificate.course_title}</h3><p>No. ${certificate.number}<small>Issued ${dayText(at, certificate.issued_at, { zone })} by ${certificate.provider}${expires_at && status !== 'revoked' && html`; ${status === 'expired' ? 'was valid' : 'valid'} until ${dayText(at, expires_at, { zone, isEnd: true })}`}${status === 'revoked' && '; revoked'}</small></p><p><a class="button second" href="${file.url}" download>Download PDF<span class="soft">${size}</span></a></p></li>`
}

export const certificateList = (at: LiteRequest, certificates: readonly Certificate[]): Html | null =>
  certificates.length === 0 ? null : html`<ul class="list">${certificates.map((one) => card(at, one))}</ul>`

/** Those of one enrollment. */
export const certificatesOf = async (at: LiteRequest, course: { id: number; related_id: number }) => {
  const userId = at.session.viewer?.user_id ?? 0
  const { data } = await at.api.call(listUserCertificates, { params: { userId }, query: { course_id: course.id } })
  return data.filter(({ related_id }) => related_id === course.related_id)
}

/** The own certificates, a page at a time. */
export const certificates: LiteHandler = async (at) => {
  const cursor = at.query.get('cursor')
  const userId = at.session.viewer?.user_id ?? 0
  const list = await at.api.call(listUserCertificates, { params: { userId }, query: { ...(cursor && { cursor }) } })
  const next = list.meta.next_cursor
  return {
    title: 'Certificates',
    main: html`<h1>Certificates</h1>${certificateList(at, list.data) ?? html`<p>No certificate yet. You get one when you finish a course.</p>`}${next && html`<p><a href="/lite/certificates?cursor=${encodeURIComponent(next)}">More certificates</a></p>`}`,
  }
}
