import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { showPartnerCompany } from '../contract.ts'
import { removeCompanyLogo, saveOwnCompany, showOwnCompany } from '../contract-partner.ts'

const t = testApp()

const aPartner = async (values: Record<string, unknown> = {}) => {
  const portal = await t.make.portal({ is_marketable: true, has_course_catalog: true, ...values })
  return t.make.person('partner', { portal })
}
const save = (who: TestPerson, body: object, query: object = {}) => t.as(who).call(saveOwnCompany, { body, query })
const own = async (who: TestPerson) => (await t.as(who).call(showOwnCompany, {})).data
const sendLogo = async (who: TestPerson, name: string, bytes: Buffer) =>
  t.request(who, {
    method: 'POST',
    url: '/api/v1/partner/company/logo',
    ...(await multipart({ file: { name, bytes } })),
  })

test('a partner has no company until the first save, which needs a name (PAR-004, PAR-009)', async () => {
  const partner = await aPartner()
  expect(await own(partner)).toBeNull()
  await expect(save(partner, { city: 'Boise' })).rejects.toMatchObject({
    status: 422,
    errors: { name: ['This field is required.'] },
  })
  const company = await save(partner, { name: 'Ridgeline Safety', city: 'Boise' })
  expect(company.data).toMatchObject({ name: 'Ridgeline Safety', slug: 'ridgeline-safety', city: 'Boise', logo: null })
  expect(await own(partner)).toEqual(company.data)
})

test('the profile is changed field by field, cleaned, and shown to visitors (PAR-001, PAR-008, PAR-009)', async () => {
  const partner = await aPartner()
  await save(partner, { name: 'Ridgeline Safety', address: '1 Ridge Road', phone: '+12085550142' })
  const { data } = await save(partner, {
    url: 'https://ridgeline.example.com',
    about_us: '<p>We train<script>bad()</script></p>',
    social_links: [{ name: 'LinkedIn', address: 'https://social.example.com/ridgeline' }],
    slug: 'Ridge Line',
    phone: null,
  })
  expect(data).toMatchObject({
    name: 'Ridgeline Safety',
    address: '1 Ridge Road',
    about_us: '<p>We train</p>',
    slug: 'ridge-line',
    phone: null,
    social_links: [{ name: 'LinkedIn', address: 'https://social.example.com/ridgeline' }],
  })
  const seen = await t.as(partner.portal).call(showPartnerCompany, { params: { slug: 'ridge-line' } })
  expect(seen.data).toMatchObject({ name: 'Ridgeline Safety', address: '1 Ridge Road', about_us: '<p>We train</p>' })
  await expect(
    save(partner, { url: 'ridgeline', phone: '12', social_links: [{ name: '', address: 'x' }] }),
  ).rejects.toMatchObject({
    status: 422,
    errors: {
      url: [expect.any(String)],
      phone: [expect.any(String)],
      'social_links.0.name': ['This field is required.'],
      'social_links.0.address': [expect.any(String)],
    },
  })
})

test('the partner can still edit a hidden address (PAR-002)', async () => {
  const partner = await aPartner()
  await save(partner, { name: 'Ridgeline', city: 'Boise', disable_address: true })
  expect(await own(partner)).toMatchObject({ city: 'Boise', disable_address: true })
  const seen = await t.as(partner.portal).call(showPartnerCompany, { params: { slug: 'ridgeline' } })
  expect(seen.data.city).toBeNull()
})

test('a logo is uploaded, shown and removed; without a company, or of another kind, it is refused (PAR-009, UPL-016)', async () => {
  const partner = await aPartner()
  expect((await sendLogo(partner, 'logo.png', png())).statusCode).toBe(404)
  await save(partner, { name: 'Ridgeline' })
  const refused = await sendLogo(partner, 'logo.pdf', png())
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { file: ['The file logo.pdf has a wrong format.'] },
  ])
  const { logo } = (await sendLogo(partner, 'logo.png', png())).json().data
  expect((await t.request(partner, { method: 'GET', url: logo })).statusCode).toBe(200)
  const removed = await t.as(partner).call(removeCompanyLogo, {})
  expect(removed.data.logo).toBeNull()
  expect((await t.request(partner, { method: 'GET', url: logo })).statusCode).toBe(404)
})

test('two first saves at the same time create one company', async () => {
  const partner = await aPartner()
  const names = ['One', 'Two', 'Three']
  const companies = await Promise.all(names.map((name) => save(partner, { name })))
  expect(new Set(companies.map(({ data }) => data.id)).size).toBe(1)
})

test('partners reach only their own company, and a super admin that of any partner of the portal (ROL-027, ROL-061)', async () => {
  const partner = await aPartner()
  const other = await t.make.person('partner', { portal: partner.portal })
  const learner = await t.make.person('learner', { portal: partner.portal })
  await save(partner, { name: 'Ridgeline' })
  expect(await own(other)).toBeNull()
  await expect(save(other, { name: 'Mine' }, { user_id: partner.id })).rejects.toMatchObject({ status: 404 })
  await expect(own(learner)).rejects.toMatchObject({ status: 403 })
  const above = await t.make.person('super_admin', { portal: partner.portal })
  const query = { user_id: partner.id }
  expect((await t.as(above).call(showOwnCompany, { query })).data).toMatchObject({ name: 'Ridgeline' })
  expect((await save(above, { city: 'Boise' }, query)).data).toMatchObject({ name: 'Ridgeline', city: 'Boise' })
  await expect(save(above, { name: 'X' }, { user_id: learner.id })).rejects.toMatchObject({ status: 404 })
  expect(await own(partner)).toMatchObject({ city: 'Boise' })
})
