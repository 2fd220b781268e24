import { beforeAll, describe, expect, test } from 'vitest'
import { createCertificates, revokeCertificate, showGateList } from '#features/certificates/contract.ts'
import { rotateSigningKey } from '#features/signing-keys/contract.ts'
import { openGateList } from '#kernel/statements/gate-list.ts'
import { judge } from '#kernel/statements/verdict.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import { gateIcon, gateManifest, gatePage, gateWorker, ICON_SIZES, iconPath } from './api.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const make = certificateMakers(t)
let school: School
let other: School
beforeAll(async () => {
  school = await make.school({ name: 'Harbor <Safety> & Sons', time_zone: 'America/New_York' })
  other = await make.school()
})

const listOf = async (at: School) => {
  const list = await openGateList((await t.as(at.portal).call(showGateList)).data, null)
  if (!list) throw new Error('The list is not signed')
  return list
}

/** A new certificate, and the address in the code on its PDF. */
const certified = async (name: [string, string]) => {
  const { learner, related_id } = await make.graduate(school, { name, valid_months: 12, title: 'Working at Height' })
  const { data } = await t.as(school.admin).call(createCertificates, { body: { users_courses: [related_id] } })
  const [certificate] = data
  if (!certificate) throw new Error('no certificate')
  const pdf = await t.request(learner, { method: 'GET', url: certificate.file.url })
  const code = readPdf(pdf.rawPayload).links.find((link) => link.includes('#')) ?? ''
  return { certificate, code }
}

describe('certificates that are checked without a network', () => {
  test('the code of a PDF has a statement that the list of its portal checks; revoking it and its end count, and no other portal knows it (EVD-013, EVD-016, EVD-017)', async () => {
    const { certificate, code } = await certified(['Ana', 'Gómez'])
    expect(code.startsWith(`${certificate.verify_url}#`)).toBe(true)
    const before = await listOf(school)
    expect(before).toMatchObject({ portal: { id: school.portal.id }, time_zone: 'America/New_York', revoked: '' })
    expect(await judge(code, before, now)).toMatchObject({
      state: 'valid',
      statement: {
        number: certificate.number,
        name: 'Ana Gómez',
        course: 'Working at Height',
        issued_on: '2026-03-02',
        last_day: '2027-03-02',
      },
    })
    expect(await judge(code, before, new Date(certificate.expires_at ?? 0))).toMatchObject({ state: 'expired' })
    expect(await judge(code, await listOf(other), now)).toMatchObject({ state: 'unknown', reason: 'other_portal' })

    const params = { id: certificate.id }
    await t.as(school.admin).call(revokeCertificate, { params, body: { reason: 'Issued by mistake' } })
    const after = await listOf(school)
    expect(await judge(code, after, now)).toMatchObject({ state: 'revoked', revoked_at: now })
    expect(JSON.stringify(after)).not.toMatch(/mistake|Ana/)
    expect((await listOf(other)).revoked).toBe('')
  })

  test('a certificate stays valid when its key is replaced, and later ones are signed with the new key (EVD-016, EVD-017)', async () => {
    const old = await certified(['Old', 'Key'])
    now = new Date('2026-03-05T10:00:00Z')
    await t.as(school.admin).call(rotateSigningKey)
    const fresh = await certified(['New', 'Key'])
    const list = await listOf(school)
    expect(list.keys.map(({ retired_at }) => retired_at)).toEqual([null, now.toISOString()])
    for (const { code } of [old, fresh]) expect(await judge(code, list, now)).toMatchObject({ state: 'valid' })
  })

  test('the page asks nobody but its portal, and its worker keeps what the page needs and changes with it (EVD-018)', async () => {
    const portal = (name: string) => ({ ...school.portal, name, setting: { primary_color: '#0f766e' } }) as never
    const page = gatePage(portal('Harbor <Safety> & Sons'))
    expect(page.body).toContain('Harbor &#60;Safety&#62; &#38; Sons')
    expect(page.body).not.toMatch(/<script(?![^>]* src="\/)|https?:\/\/|\son\w+="/)
    expect(page.headers?.['content-security-policy']).toMatch(/^default-src 'self'; script-src 'self';/)
    expect(JSON.parse(gateManifest(portal('Harbor')).body)).toMatchObject({ start_url: '/gate', scope: '/gate' })
    // iOS takes nothing but PNG for its home screen.
    expect(page.body).toContain(`<link rel="apple-touch-icon" href="${iconPath(180)}">`)
    for (const size of ICON_SIZES) {
      const icon = await gateIcon(portal('Harbor'), size)
      expect(icon.subarray(1, 4).toString()).toBe('PNG')
      expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([size, size])
    }
    const worker = gateWorker(portal('Harbor'))
    expect(worker.headers).toEqual({ 'service-worker-allowed': '/' })
    const script = /src="([^"]+)"/.exec(page.body)?.[1]
    for (const file of ['/gate', '/gate/manifest.webmanifest', iconPath(180), script])
      expect(worker.body).toContain(`"${file}"`)
    expect(worker.body).not.toMatch(/__[A-Z]+__/)
    expect(gateWorker(portal('Haven')).body).not.toBe(worker.body)
  })
})
